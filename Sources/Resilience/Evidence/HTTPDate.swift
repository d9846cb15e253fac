/// Dates of HTTP (RFC 9110 section 5.6.7).
enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`, or of one of the two obsolete forms; nil if it is none of them.
  static func seconds(_ text: String) -> Int64? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map { String($0) }
    // Sun 06 Nov 1994 08:49:37 GMT, Sunday 06 Nov 94 08:49:37 GMT
    if words.count == 6, words[5] == "GMT" { return seconds(day: words[1], words[2], year: words[3], words[4]) }
    // Sun Nov 6 08:49:37 1994
    if words.count == 5 { return seconds(day: words[2], words[1], year: words[4], words[3]) }
    return nil
  }

  private static func seconds(day: String, _ month: String, year: String, _ time: String) -> Int64? {
    let clock = time.split(separator: ":").map { Int64($0) }
    guard let day = Int64(day), (1...31).contains(day), let month = months.firstIndex(of: month).map({ Int64($0) + 1 }),
      let written = Int64(year), (0...9999).contains(written), clock.count == 3,
      let hour = clock[0], let minute = clock[1], let second = clock[2],
      (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
    else { return nil }
    let year = written >= 100 ? written : written + (written < 70 ? 2000 : 1900)
    return days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
  }

  /// The days since 1970 of a date in the Gregorian calendar, counted from the first of March.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let (shifted, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let leaps = shifted / 4 - shifted / 100 + shifted / 400
    return shifted * 365 + leaps + (153 * months + 2) / 5 + day - 1 - 719_468
  }
}
