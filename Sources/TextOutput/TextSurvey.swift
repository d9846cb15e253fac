/// Whether bytes are such that they can be printed as they are.
package struct TextSurvey: Sendable {
  private var unprintable: UInt64 = 0
  private var special: UInt64 = 0
  private var high: UInt64 = 0

  /// No character of it can do harm on a terminal, if the bytes are UTF-8.
  package var isHarmless: Bool { unprintable == 0 }
  /// Besides, there are no quotes and backslashes: JSON has it as it is.
  package var isPlain: Bool { unprintable | special == 0 }
  /// Whether there are quotes or backslashes.
  package var hasSpecials: Bool { special != 0 }
  package var isASCII: Bool { high == 0 }

  /// - Parameter range: is inside.
  package init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var place = range.lowerBound
    while place &+ 8 <= bytes.count, place < range.upperBound {
      take(bytes.word(at: place), counting: min(range.upperBound &- place, 8))
      place &+= 8
    }
    while place < range.upperBound {
      take(UInt64(bytes[place]), counting: 1)
      place &+= 1
    }
  }

  /// Looks at the first `count` bytes of eight, the first in the lowest bits.
  @inline(__always)
  private mutating func take(_ word: UInt64, counting count: Int) {
    let counted: UInt64 = count >= 8 ? ~0 : ~(~0 &<< UInt64(count &* 8))
    // What is not counted becomes a letter.
    let word = word & counted | Self.every(0x61) & ~counted
    // The borrow of one byte reaches the next only where the one is found already.
    let belowSpace = (word &- Self.every(0x20)) & ~word
    unprintable |= (belowSpace | Self.zeros(word ^ Self.every(0x7F))) & Self.every(0x80)
    special |= (Self.zeros(word ^ Self.every(0x22)) | Self.zeros(word ^ Self.every(0x5C))) & Self.every(0x80)
    if word & Self.every(0x80) != 0 { takeHigh(word) }
  }

  /// Looks at eight bytes of which some are not ASCII.
  private mutating func takeHigh(_ word: UInt64) {
    high |= word & Self.every(0x80)
    for place in 0..<8 where HarmlessText.mayBegin(UInt8(truncatingIfNeeded: word &>> UInt64(place &* 8))) {
      unprintable |= 0x80
    }
  }

  /// How many of eight bytes, from the lowest on, are printable ASCII without quotes and backslashes.
  @inline(__always)
  static func plainBytes(of word: UInt64) -> Int {
    let belowSpace = (word &- every(0x20)) & ~word
    let found = word | belowSpace | zeros(word ^ every(0x7F)) | zeros(word ^ every(0x22)) | zeros(word ^ every(0x5C))
    return (found & every(0x80)).trailingZeroBitCount / 8
  }

  @inline(__always)
  private static func every(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

  /// Has the highest bit of a byte set where a byte is zero.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- every(1)) & ~word }
}
