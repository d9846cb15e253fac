/// An IPv4 or IPv6 address with the length of its network prefix, as `ip address` writes it.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address alone, in the usual text form.
  public var host: String
  /// How many leading bits name the network.
  public var prefix: Int

  public init(_ host: String, prefix: Int) {
    self.host = host
    self.prefix = prefix
  }

  /// Whether this is an IPv6 address.
  public var isIPv6: Bool { host.contains(":") }

  /// The network that holds every address: what a default route leads to.
  static func anywhere(isIPv6: Bool) -> IPAddress {
    isIPv6 ? IPAddress("::", prefix: 0) : IPAddress("0.0.0.0", prefix: 0)
  }

  public var description: String { "\(host)/\(prefix)" }
}
