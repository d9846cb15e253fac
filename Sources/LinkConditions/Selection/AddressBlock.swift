/// A range of addresses with a common prefix: `192.0.2.0/24`.
public struct AddressBlock: Hashable, Sendable {
  public let address: LinkAddress
  /// The length of the prefix in bits: up to 32 or 128.
  public let prefix: Int
  /// As it was written.
  public let text: String

  /// - Parameter text: the text to show for it.
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

  /// A 64-bit mask with this many leading ones.
  private static func mask(_ bits: Int) -> UInt64 {
    // The smart shift gives zero for 64 bits; `max` and `min` keep other counts in range.
    ~(UInt64.max >> UInt64(max(0, min(64, bits))))
  }
}
