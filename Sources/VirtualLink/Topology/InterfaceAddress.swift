public import Wire

/// An IP address with the length of its network prefix, as `ip address` writes it: `10.83.0.2/24`.
public struct InterfaceAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address.
  public var address: IPAddress
  /// The length of the network prefix in bits.
  public var prefix: Int

  /// - Parameter prefix: how many bits are the network's.
  public init(_ address: IPAddress, prefix: Int) {
    self.address = address
    self.prefix = prefix
  }

  init(_ address: IPv4Address, prefix: Int) {
    self.init(.v4(address), prefix: prefix)
  }

  init(_ address: IPv6Address, prefix: Int) {
    self.init(.v6(address), prefix: prefix)
  }

  /// The address alone, as text.
  public var host: String { address.description }

  /// Whether this is an IPv6 address.
  public var isIPv6: Bool {
    if case .v6 = address { true } else { false }
  }

  /// The network that contains every address: the destination of a default route.
  static func anywhere(isIPv6: Bool) -> InterfaceAddress {
    isIPv6 ? InterfaceAddress(IPv6Address.any, prefix: 0) : InterfaceAddress(IPv4Address.any, prefix: 0)
  }

  public var description: String { "\(address)/\(prefix)" }
}
