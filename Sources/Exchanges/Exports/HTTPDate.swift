import TextOutput

/// Dates as HTTP has them: `Sun, 06 Nov 1994 08:49:37 GMT` and its older forms (RFC 9110 section 5.6.7, RFC 6265 section 5.1.1).
enum HTTPDate {
  /// Nanoseconds since the Unix epoch; nil where it is no date.
  static func nanoseconds(_ text: String) -> Int64? {
    var clock: [Int64]?
    var (day, month, year): (Int64?, Int64?, Int64?)
    for token in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != ":" }) {
      let parts = token.split(separator: ":", omittingEmptySubsequences: false)
      if clock == nil, parts.count == 3 {
        clock = parts.compactMap { Int64($0) }
      } else if month == nil, let index = months.firstIndex(of: token.prefix(3).lowercased()) {
        month = Int64(index) + 1
      } else if let number = Int64(token) {
        if day == nil, token.count <= 2 {
          day = number
        } else if year == nil, token.count == 2 || token.count == 4 {
          year = token.count == 4 ? number : number + (number < 70 ? 2000 : 1900)
        }
      }
    }
    guard let clock, clock.count == 3, let day, let month, let year else { return nil }
    return CivilTime.nanoseconds(
      year: year, month: month, day: day, hour: clock[0], minute: clock[1], second: clock[2])
  }

  private static let months = CivilTime.months.map { $0.lowercased() }
}
