import Wire

/// The integers of QPACK (RFC 9204 section 4.1.1), whose first bits are the lowest of a byte.
enum QPACKInteger {
  /// The largest that there is: 62 bits.
  private static let most: UInt64 = 1 << 62 - 1

  /// The integer at `position`, which moves behind it; nil if the bytes end first.
  ///
  /// - Parameter prefix: how many bits of the first byte belong to it, from 1 to 8.
  static func read(_ bytes: Span<UInt8>, _ position: inout Int, prefix: Int) throws(QPACKError) -> UInt64? {
    guard position < bytes.count else { return nil }
    let mask = UInt64(1) << UInt64(prefix) - 1
    var value = UInt64(bytes[position]) & mask
    var place = position + 1
    if value == mask {
      var shift: UInt64 = 0
      while true {
        guard place < bytes.count else { return nil }
        let byte = bytes[place]
        place += 1
        let bits = UInt64(byte & 0x7F)
        // Nine bytes hold 62 bits; zeros after them say nothing, and ten are enough of them.
        guard shift < 63 || bits == 0, shift <= 70 else { throw .integerTooLarge }
        if shift < 63 {
          guard bits <= (most - value) >> shift else { throw .integerTooLarge }
          value += bits << shift
        }
        guard byte & 0x80 != 0 else { break }
        shift += 7
      }
    }
    position = place
    return value
  }
}
