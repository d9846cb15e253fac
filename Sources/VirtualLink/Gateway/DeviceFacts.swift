public import Wire

/// What a gateway knows of a device.
public struct DeviceFacts: Hashable, Sendable {
  /// Its hardware address.
  public var mac: MACAddress
  /// The interface of the host behind which it is.
  public var gateway: String
  /// The addresses from which it has sent, IPv4 first.
  public var addresses: [IPAddress]

  /// - Parameter gateway: the address that it takes for its router.
  public init(mac: MACAddress, gateway: String, addresses: [IPAddress]) {
    self.mac = mac
    self.gateway = gateway
    self.addresses = addresses
  }

  /// What the link's status says of it.
  var lines: [(name: String, value: String)] {
    [("device", mac.description), ("gateway", gateway)]
  }
}
