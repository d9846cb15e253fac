/// A range of addresses that begin with the same bits: `192.0.2.0/24`.
public struct AddressBlock: Hashable, Sendable {
  public let address: LinkAddress
  /// How many bits count: up to 32, or 128.
  public let prefix: Int
  /// As it was written.
  public let text: String

  /// - Parameter text: how it is to be shown.
  public init?(_ address: LinkAddress, prefix: Int, text: String) {
    guard (0...(address.isIPv6 ? 128 : 32)).contains(prefix) else { return nil }
    self.address = address
    self.prefix = prefix
    self.text = text
  }

  /// Whether an address is in the range.
  public func contains(_ other: LinkAddress) -> Bool {
    guard other.isIPv6 == address.isIPv6 else { return false }
    let high = Self.mask(prefix)
    let low = Self.mask(prefix - 64)
    return (other.high ^ address.high) & high == 0 && (other.low ^ address.low) & low == 0
  }

  /// So many leading ones, of 64 bits.
  private static func mask(_ bits: Int) -> UInt64 {
    // A smart shift by 64 gives zero, and one by less than nothing is none.
    ~(UInt64.max >> UInt64(max(0, min(64, bits))))
  }
}
