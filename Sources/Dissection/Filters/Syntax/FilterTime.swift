import TextOutput

/// Times in filters.
enum FilterTime {
  /// `2026-11-21 00:30:17.5`, with `T` for the space or `Z`, `+01:00`, ` UTC` at its end, or cut before the seconds, minutes
  /// or hours; or `Nov 21, 2026 00:30:17`. UTC where no zone is given. Gives nanoseconds.
  static func parse(_ text: String) -> Int64? {
    var reader = TimeReader(text)
    guard let date = reader.date() else { return nil }
    var clock: [Int64] = []
    var fraction: Int64 = 0
    if !reader.isAtEnd {
      guard reader.take(" ") || (date.isNumeric && reader.take("T")) else { return nil }
      reader.skipSpaces()
      while clock.count < 3, clock.isEmpty || reader.take(":") {
        guard let number = reader.number(most: 2) else { return nil }
        clock.append(number)
      }
    }
    guard date.isNumeric || clock.count == 3 else { return nil }
    if clock.count == 3, reader.take(".") {
      guard let nanoseconds = reader.fraction() else { return nil }
      fraction = nanoseconds
    }
    guard let offset = reader.zone(mayHaveOffset: clock.count >= 2 && date.isNumeric), reader.isAtEnd else {
      return nil
    }
    clock += [Int64](repeating: 0, count: 3 - clock.count)
    return CivilTime.nanoseconds(
      year: date.year, month: date.month, day: date.day, hour: clock[0], minute: clock[1], second: clock[2],
      nanosecond: fraction
    ).map { $0 &- offset &* 1_000_000_000 }
  }

  /// Seconds with a fraction; gives nanoseconds.
  static func duration(_ text: String) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty, first.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let seconds = Int64(first)
    else { return nil }
    var fraction: Int64 = 0
    if parts.count == 2 {
      guard let value = TimeReader.nanoseconds(parts[1]) else { return nil }
      fraction = value
    }
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow || scaled > .max - fraction ? nil : scaled + fraction
  }
}

/// Reads the parts of a time in a text.
private struct TimeReader {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  mutating func skipSpaces() { rest = rest.drop { $0 == " " } }

  mutating func number(most: Int) -> Int64? {
    let digits = rest.prefix(most).prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    return Int64(digits)
  }

  mutating func date() -> (year: Int64, month: Int64, day: Int64, isNumeric: Bool)? {
    let name = rest.prefix(3).lowercased()
    if let month = CivilTime.months.firstIndex(where: { $0.lowercased() == name }), rest.dropFirst(3).first == " " {
      rest = rest.dropFirst(4)
      skipSpaces()
      guard let day = number(most: 2), take(",") else { return nil }
      skipSpaces()
      return number(most: 4).map { ($0, Int64(month + 1), day, false) }
    }
    guard let year = number(most: 4), take("-"), let month = number(most: 2), take("-"), let day = number(most: 2)
    else { return nil }
    return (year, month, day, true)
  }

  mutating func fraction() -> Int64? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    return digits.isEmpty ? nil : Self.nanoseconds(digits)
  }

  /// The digits after a point; nil where they say less than a nanosecond.
  static func nanoseconds(_ digits: Substring) -> Int64? {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), digits.dropFirst(9).allSatisfy({ $0 == "0" })
    else { return nil }
    let kept = digits.prefix(9)
    return Int64(kept + String(repeating: "0", count: 9 - kept.utf8.count))
  }

  /// Seconds east of Greenwich.
  mutating func zone(mayHaveOffset: Bool) -> Int64? {
    if mayHaveOffset, take("Z") { return 0 }
    for (sign, text) in [(Int64(1), "+"), (-1, "-")] where mayHaveOffset && take(text) {
      guard let hours = number(most: 2) else { return nil }
      _ = take(":")
      return sign * (hours * 3600 + (number(most: 2) ?? 0) * 60)
    }
    skipSpaces()
    _ = take("UTC")
    return 0
  }
}
