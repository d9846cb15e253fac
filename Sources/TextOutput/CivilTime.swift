/// A day and time of the Gregorian calendar in UTC.
package struct CivilTime: Hashable, Sendable {
  package var year: Int64
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int
  package var nanosecond: Int

  package static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// - Parameter nanoseconds: since the Unix epoch.
  package init(nanoseconds: Int64) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    self.init(seconds: rest < 0 ? seconds - 1 : seconds, nanosecond: Int(rest < 0 ? rest + 1_000_000_000 : rest))
  }

  /// - Parameter seconds: since the Unix epoch.
  package init(seconds: Int64, nanosecond: Int = 0) {
    self.nanosecond = nanosecond
    var days = seconds / 86_400
    var time = seconds % 86_400
    if time < 0 {
      time += 86_400
      days -= 1
    }
    // Days from 0000-03-01 in eras of 400 years, so that the leap day ends a year.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    hour = Int(time / 3600)
    minute = Int(time / 60 % 60)
    second = Int(time % 60)
  }

  /// Nanoseconds since the Unix epoch, or nil where they do not fit or the date does not exist.
  package static func nanoseconds(
    year: Int64, month: Int64, day: Int64, hour: Int64 = 0, minute: Int64 = 0, second: Int64 = 0, nanosecond: Int64 = 0
  ) -> Int64? {
    guard (1600...2300).contains(year), (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, more) = scaled.addingReportingOverflow(nanosecond)
    return overflow || more ? nil : sum
  }

  /// `Nov 21, 2026 00:30:17.000000000 UTC`, the day padded with a space.
  package var text: String {
    let day = self.day < 10 ? " \(self.day)" : "\(self.day)"
    return "\(Self.months[month - 1]) \(day), \(year) \(clock) UTC"
  }

  /// `2026-11-21T00:30:17.000000000Z` (RFC 3339).
  package var standard: String {
    let digits = String(year)
    let padded = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    return ([padded] + [month, day].map { $0 < 10 ? "0\($0)" : "\($0)" }).joined(separator: "-") + "T\(clock)Z"
  }

  private var clock: String {
    let fraction = String(nanosecond)
    return [hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":") + "."
      + String(repeating: "0", count: 9 - fraction.utf8.count) + fraction
  }
}
