public import Wire

/// A range of addresses with a common prefix: `192.0.2.0/24`.
public struct AddressBlock: Hashable, Sendable {
  /// The first address.
  public let address: IPAddress
  /// The length of the prefix in bits: up to 32 or 128.
  public let prefix: Int
  /// As it was written.
  public let text: String

  /// - Parameter text: the text to show for it.
  public init?(_ address: IPAddress, prefix: Int, text: String) {
    guard (0...(address.isIPv6 ? 128 : 32)).contains(prefix) else { return nil }
    self.address = address
    self.prefix = prefix
    self.text = text
  }

  /// Whether an address is in the range.
  public func contains(_ other: IPAddress) -> Bool {
    guard other.isIPv6 == address.isIPv6 else { return false }
    let (these, others) = (address.halves, other.halves)
    return (these.high ^ others.high) & Self.mask(prefix) == 0
      && (these.low ^ others.low) & Self.mask(prefix - 64) == 0
  }

  /// A 64-bit mask with this many leading ones.
  private static func mask(_ bits: Int) -> UInt64 {
    // The smart shift gives zero for 64 bits; `max` and `min` keep other counts in range.
    ~(UInt64.max >> UInt64(max(0, min(64, bits))))
  }
}

extension IPAddress {
  var isIPv6: Bool {
    if case .v6 = self { true } else { false }
  }

  /// The address as two 64-bit numbers. IPv4 has its 32 bits at the top of the first.
  var halves: (high: UInt64, low: UInt64) {
    switch self {
    case .v4(let address): (UInt64(address.rawValue) << 32, 0)
    case .v6(let address): (address.high, address.low)
    }
  }
}
