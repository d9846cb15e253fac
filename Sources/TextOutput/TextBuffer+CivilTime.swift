// Days and times, written straight into the buffer.

extension TextBuffer {
  /// `Nov 21, 2026 00:30:17.000000000 UTC`, the day padded with a space.
  package mutating func append(calendar time: CivilTime) {
    append(CivilTime.months[time.month - 1])
    append(time.day < 10 ? "  " : " ")
    append(decimal: UInt64(time.day))
    append(", ")
    if time.year < 0 { append(byte: 0x2D) }
    append(decimal: time.year.magnitude)
    append(byte: 0x20)
    append(clock: time)
    append(fraction: time)
    append(" UTC")
  }

  /// `2026-11-21T00:30:17.000000000Z` (RFC 3339).
  ///
  /// - Parameter digits: of the fraction, at most nine.
  package mutating func append(standard time: CivilTime, digits: Int = 9) {
    append(day: time)
    append(byte: 0x54)
    append(clock: time)
    append(fraction: time, digits: digits)
    append(byte: 0x5A)
  }

  /// `2026-11-21`.
  package mutating func append(day time: CivilTime) {
    append(decimal: UInt64(clamping: time.year), paddedTo: 4)
    append(byte: 0x2D)
    append(decimal: UInt64(time.month), paddedTo: 2)
    append(byte: 0x2D)
    append(decimal: UInt64(time.day), paddedTo: 2)
  }

  /// `00:30:17`.
  package mutating func append(clock time: CivilTime) {
    append(decimal: UInt64(time.hour), paddedTo: 2)
    append(byte: 0x3A)
    append(decimal: UInt64(time.minute), paddedTo: 2)
    append(byte: 0x3A)
    append(decimal: UInt64(time.second), paddedTo: 2)
  }

  /// `.000000000`, or its first digits.
  private mutating func append(fraction time: CivilTime, digits: Int = 9) {
    var fraction = UInt64(time.nanosecond)
    for _ in digits..<9 { fraction /= 10 }
    append(byte: 0x2E)
    append(decimal: fraction, paddedTo: digits)
  }
}
