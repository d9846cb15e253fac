/// Times in filters.
enum FilterTime {
  /// `Nov 21, 2026 00:30:17.5`, `2026-11-21 00:30:17` or `2026-11-21T00:30:17Z`, in UTC, or seconds since the Unix epoch;
  /// gives nanoseconds.
  static func parse(_ text: String) -> Int64? {
    if let seconds = duration(text) { return seconds }
    var words = text.split { $0 == " " || $0 == "," || $0 == "T" && text.contains("-") }.map(String.init)
    if words.last == "UTC" || words.last == "Z" { words.removeLast() }
    if let last = words.last, last.hasSuffix("Z") { words[words.count - 1].removeLast() }
    let date: (Int64, Int64, Int64)
    if let first = words.first, let month = CivilTime.months.firstIndex(of: String(first.prefix(3))), words.count >= 3 {
      guard let day = Int64(words[1]), let year = Int64(words[2]) else { return nil }
      date = (year, Int64(month + 1), day)
      words.removeFirst(3)
    } else if let first = words.first {
      let parts = first.split(separator: "-").compactMap { Int64($0) }
      guard parts.count == 3 else { return nil }
      date = (parts[0], parts[1], parts[2])
      words.removeFirst()
    } else {
      return nil
    }
    guard words.count <= 1 else { return nil }
    let clock = (words.first ?? "00:00:00").split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(clock.count), let hour = Int64(clock[0]), let minute = Int64(clock[1]),
      let seconds = duration(clock.count == 3 ? String(clock[2]) : "0")
    else { return nil }
    return CivilTime.nanoseconds(
      year: date.0, month: date.1, day: date.2, hour: hour, minute: minute, second: seconds / 1_000_000_000,
      nanosecond: seconds % 1_000_000_000)
  }

  /// Seconds with a fraction; gives nanoseconds.
  static func duration(_ text: String) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty, first.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let seconds = Int64(first)
    else { return nil }
    var fraction: Int64 = 0
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      let digits = String(parts[1].prefix(9))
      fraction = Int64(digits + String(repeating: "0", count: 9 - digits.utf8.count)) ?? 0
    }
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow || scaled > .max - fraction ? nil : scaled + fraction
  }
}
