/// The Internet checksum (RFC 1071): the one's complement of the one's complement sum of 16-bit words.
///
/// The sum is kept in 64 bits and folded at the end. Words are added in memory order and swapped once, which RFC 1071
/// section 2(B) allows.
public struct InternetChecksum: Sendable {
  /// The running sum, in little-endian words.
  @usableFromInline var sum: UInt64

  /// The sum of nothing.
  @inlinable
  public init() {
    sum = 0
  }

  /// The checksum of the bytes of `range`, as written in a header.
  @inlinable
  public static func of(_ bytes: Span<UInt8>, in range: Range<Int>) -> UInt16 {
    var checksum = InternetChecksum()
    checksum.add(bytes, in: range)
    return checksum.value
  }

  /// Adds bytes; each call starts at an even position of the summed data.
  @inlinable
  public mutating func add(_ bytes: Span<UInt8>, in range: Range<Int>) {
    let region = bytes.extracting(range)
    let end = region.count
    var total = sum
    var index = 0
    // The eight loads become one; the end-around carry is one instruction.
    while end &- index >= 8 {
      let eight = region.extracting(index..<(index &+ 8))
      var word = UInt64(eight[0]) | UInt64(eight[1]) &<< 8 | UInt64(eight[2]) &<< 16 | UInt64(eight[3]) &<< 24
      word |= UInt64(eight[4]) &<< 32 | UInt64(eight[5]) &<< 40 | UInt64(eight[6]) &<< 48 | UInt64(eight[7]) &<< 56
      total = Self.add(total, word)
      index &+= 8
    }
    var tail: UInt64 = 0
    var shift: UInt64 = 0
    while index < end {
      tail |= UInt64(region[index]) &<< shift
      shift &+= 8
      index &+= 1
    }
    sum = Self.add(total, tail)
  }

  /// Adds a 16-bit word in host order, such as a length.
  @inlinable
  public mutating func add(_ word: UInt16) {
    sum = Self.add(sum, UInt64(word.byteSwapped))
  }

  /// Adds a 32-bit number in host order, such as an IPv4 address.
  @inlinable
  public mutating func add(_ word: UInt32) {
    sum = Self.add(sum, UInt64(word.byteSwapped))
  }

  /// Adds a 64-bit number in host order, such as half an IPv6 address.
  @inlinable
  public mutating func add(_ word: UInt64) {
    sum = Self.add(sum, word.byteSwapped)
  }

  /// The checksum to write: the complement of the sum.
  @inlinable
  public var value: UInt16 { ~folded }

  /// The one's complement sum itself. It is 0xFFFF over data that contains its own correct checksum.
  @inlinable
  public var folded: UInt16 {
    var folded = (sum & 0xFFFF_FFFF) &+ (sum >> 32)
    folded = (folded & 0xFFFF) &+ (folded >> 16)
    folded = (folded & 0xFFFF) &+ (folded >> 16)
    folded = (folded & 0xFFFF) &+ (folded >> 16)
    return UInt16(truncatingIfNeeded: folded).byteSwapped
  }

  /// One's complement addition: a carry out of the top is added at the bottom.
  @inlinable
  static func add(_ lhs: UInt64, _ rhs: UInt64) -> UInt64 {
    let (sum, carry) = lhs.addingReportingOverflow(rhs)
    return sum &+ (carry ? 1 : 0)
  }
}
