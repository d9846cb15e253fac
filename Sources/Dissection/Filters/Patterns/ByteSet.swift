/// A set of byte values.
struct ByteSet: Hashable, Sendable {
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  static func == (lhs: ByteSet, rhs: ByteSet) -> Bool { lhs.words == rhs.words }

  func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }

  func contains(_ byte: UInt8) -> Bool {
    let word = byte < 64 ? words.0 : byte < 128 ? words.1 : byte < 192 ? words.2 : words.3
    return word >> UInt64(byte & 63) & 1 == 1
  }

  mutating func insert(_ byte: UInt8) {
    let bit = UInt64(1) << UInt64(byte & 63)
    switch byte >> 6 {
    case 0: words.0 |= bit
    case 1: words.1 |= bit
    case 2: words.2 |= bit
    default: words.3 |= bit
    }
  }

  mutating func formUnion(_ other: ByteSet) {
    words = (
      words.0 | other.words.0, words.1 | other.words.1, words.2 | other.words.2, words.3 | other.words.3
    )
  }

  /// The one byte that is in it, if there is just one.
  var single: UInt8? {
    let count =
      words.0.nonzeroBitCount + words.1.nonzeroBitCount + words.2.nonzeroBitCount + words.3.nonzeroBitCount
    return count == 1 ? (0...255).first { contains($0) } : nil
  }

  var inverted: ByteSet {
    var set = ByteSet()
    set.words = (~words.0, ~words.1, ~words.2, ~words.3)
    return set
  }

  init() {}

  init(_ bytes: some Swift.Sequence<UInt8>) {
    for byte in bytes { insert(byte) }
  }

  /// Upper and lower case letters stand for each other.
  var ignoringCase: ByteSet {
    var set = self
    for byte in UInt8(ascii: "a")...UInt8(ascii: "z") where contains(byte) || contains(byte - 32) {
      set.insert(byte)
      set.insert(byte - 32)
    }
    return set
  }

  static let digits = ByteSet(UInt8(ascii: "0")...UInt8(ascii: "9"))
  static let blanks = ByteSet([9, 32, 0xA0])
  static let lineBreaks = ByteSet([10, 11, 12, 13, 0x85])
  static let spaces = ByteSet([9, 10, 11, 12, 13, 32])
  static let wordParts: ByteSet = {
    var set = digits
    set.formUnion(ByteSet(UInt8(ascii: "a")...UInt8(ascii: "z")))
    set.formUnion(ByteSet(UInt8(ascii: "A")...UInt8(ascii: "Z")))
    set.insert(UInt8(ascii: "_"))
    return set
  }()
}
