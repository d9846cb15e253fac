/// One end of a conversation: an address and a TCP or UDP port.
public struct Endpoint: Hashable, Sendable {
  /// The IP address.
  public var address: IPAddress
  /// The port of TCP or UDP.
  public var port: UInt16

  /// An address and a port.
  public init(address: IPAddress, port: UInt16) {
    self.address = address
    self.port = port
  }
}

extension Endpoint: Comparable {
  /// By address, then by port.
  public static func < (lhs: Endpoint, rhs: Endpoint) -> Bool {
    lhs.address == rhs.address ? lhs.port < rhs.port : lhs.address < rhs.address
  }
}

extension Endpoint: CustomStringConvertible {
  /// As in a URL: `192.0.2.1:80`, `[2001:db8::1]:80`.
  public var description: String {
    switch address {
    case .v4(let address): "\(address):\(port)"
    case .v6(let address): "[\(address)]:\(port)"
    }
  }
}
