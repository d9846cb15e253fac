public import Wire

// Short text written with whole words of memory: the optimizer makes one check and one store of the eight byte stores.
// Every `put` may write seven bytes more than it counts, so whoever lends the room leaves `slack` after the last one.

/// Up to sixteen ASCII characters, ready to be stored; longer texts are cut.
@usableFromInline
package struct Phrase: Sendable {
  @usableFromInline let low: UInt64
  @usableFromInline let high: UInt64
  @usableFromInline let count: Int

  package init(_ text: String) {
    var halves: (low: UInt64, high: UInt64) = (0, 0)
    var count = 0
    for byte in text.utf8.prefix(16) {
      if count < 8 {
        halves.low |= UInt64(byte) << (count * 8)
      } else {
        halves.high |= UInt64(byte) << (count * 8 - 64)
      }
      count += 1
    }
    (low, high, self.count) = (halves.low, halves.high, count)
  }
}

extension MutableSpan where Element == UInt8 {
  /// How many bytes beyond what it counts a `put` may write.
  @inlinable
  package static var slack: Int { 8 }

  /// Writes eight bytes, the lowest first, of which the first `count` stay.
  @inlinable @inline(__always)
  package mutating func put(_ word: UInt64, counting count: Int, at place: inout Int) {
    var room = _mutatingExtracting(place..<(place &+ 8))
    for index in 0..<8 { room[index] = UInt8(truncatingIfNeeded: word &>> UInt64(index &* 8)) }
    place &+= count
  }

  /// Copies a range of bytes, which is inside: eight at a time where there are as many behind it.
  @inlinable @inline(__always)
  package mutating func put(_ bytes: Span<UInt8>, _ range: Range<Int>, at place: inout Int) {
    let end = place &+ range.count
    if range.upperBound &+ 8 <= bytes.count {
      var source = range.lowerBound
      while place < end {
        put(bytes.word(at: source), counting: 8, at: &place)
        source &+= 8
      }
    } else {
      put(last: bytes, range, at: place)
    }
    place = end
  }

  /// Copies a range at the end of bytes.
  @inline(never) @usableFromInline
  mutating func put(last bytes: Span<UInt8>, _ range: Range<Int>, at place: Int) {
    var place = place
    var source = range.lowerBound
    while source &+ 8 <= range.upperBound {
      put(bytes.word(at: source), counting: 8, at: &place)
      source &+= 8
    }
    guard source < range.upperBound else { return }
    if range.count >= 8 {
      // The last word again overlaps the one before.
      var last = place &- (source &+ 8 &- range.upperBound)
      put(bytes.word(at: range.upperBound &- 8), counting: 8, at: &last)
      return
    }
    while source < range.upperBound {
      self[place] = bytes[source]
      place &+= 1
      source &+= 1
    }
  }

  /// Writes this many spaces.
  @inlinable @inline(__always)
  package mutating func put(spaces count: Int, at place: inout Int) {
    let end = place &+ count
    while place < end { put(0x2020_2020_2020_2020, counting: 8, at: &place) }
    place = end
  }

  @inlinable @inline(__always)
  package mutating func put(_ phrase: Phrase, at place: inout Int) {
    let start = place
    put(phrase.low, counting: 8, at: &place)
    if phrase.count > 8 { put(phrase.high, counting: 8, at: &place) }
    place = start &+ phrase.count
  }

  /// `%u` of a number below 100,000,000.
  @inlinable @inline(__always)
  mutating func put(small number: UInt32, at place: inout Int) {
    let digits = eightDigits(number)
    // The last digit stays, even of 0.
    let zeros = (digits | 1 << 56).trailingZeroBitCount & ~7
    put((digits | asciiZeros) &>> UInt64(zeros), counting: 8 &- zeros &>> 3, at: &place)
  }

  /// `%u`.
  @inlinable @inline(__always)
  package mutating func put(decimal number: UInt32, at place: inout Int) {
    guard number >= 100_000_000 else { return put(small: number, at: &place) }
    let (millions, rest) = number.quotientAndRemainder(dividingBy: 100_000_000)
    put(small: millions, at: &place)
    put(eightDigits(rest) | asciiZeros, counting: 8, at: &place)
  }

  /// The last `width` digits, at most eight, with zeros in front.
  @inlinable @inline(__always)
  package mutating func put(decimal number: UInt32, digits width: Int, at place: inout Int) {
    put((eightDigits(number) | asciiZeros) &>> UInt64((8 &- width) &* 8), counting: width, at: &place)
  }

  /// `HH:MM:SS`.
  @inlinable @inline(__always)
  package mutating func put(clock secondOfDay: UInt32, at place: inout Int) {
    let (hour, minute, second) = (secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60)
    // As eight digits that are zero where the colons go, which follow the digits in ASCII.
    let digits = eightDigits(hour &* 1_000_000 &+ minute &* 1000 &+ second)
    put(digits | asciiZeros | 0x0000_0A00_000A_0000, counting: 8, at: &place)
  }

  /// Dotted decimal.
  @inlinable @inline(__always)
  package mutating func put(_ address: IPv4Address, at place: inout Int) {
    put(octet: address.rawValue &>> 24, at: &place)
    put(octet: address.rawValue &>> 16 & 0xFF, at: &place)
    put(octet: address.rawValue &>> 8 & 0xFF, at: &place)
    put(octet: address.rawValue & 0xFF, at: &place)
    // Without the last dot.
    place &-= 1
  }

  /// A number below 256 and a dot.
  @inlinable @inline(__always)
  mutating func put(octet: UInt32, at place: inout Int) {
    let octet = UInt64(octet)
    let hundreds = (octet &* 41) &>> 12
    let tens = (octet &* 205) &>> 11
    let digits = hundreds | (tens &- hundreds &* 10) &<< 8 | (octet &- tens &* 10) &<< 16
    // The last digit stays, even of 0.
    let zeros = (digits | 1 << 16).trailingZeroBitCount & ~7
    put((digits | 0x2E30_3030) &>> UInt64(zeros), counting: 4 &- zeros &>> 3, at: &place)
  }

  /// A dot and a port.
  @inlinable @inline(__always)
  package mutating func put(port: UInt16, at place: inout Int) {
    put(0x2E, counting: 1, at: &place)
    put(decimal: UInt32(port), at: &place)
  }
}

@inlinable
var asciiZeros: UInt64 { 0x3030_3030_3030_3030 }

/// The digits of a number below 100,000,000 in eight bytes, the first in the lowest: halves, quarters and eighths of the
/// number are divided side by side in one register.
@inlinable @inline(__always)
func eightDigits(_ number: UInt32) -> UInt64 {
  let fours = UInt64(number / 10_000) | UInt64(number % 10_000) &<< 32
  let hundreds = (fours &* 10_486) &>> 20 & 0x0000_007F_0000_007F
  let twos = hundreds | (fours &- hundreds &* 100) &<< 16
  let tens = (twos &* 103) &>> 10 & 0x000F_000F_000F_000F
  return tens | (twos &- tens &* 10) &<< 8
}
