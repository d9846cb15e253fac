internal import Wire

/// The addresses of a link's two ends. IPv4 is private space (RFC 1918), IPv6 unique local (RFC 4193).
///
/// All private links have the same addresses, so that captures of two runs can be compared line by line. They cannot
/// conflict, because private links never share a network. Each connected link needs its own `number`, because the
/// host has a route to it.
public struct LinkAddresses: Hashable, Sendable {
  /// The client's addresses, on `c0`.
  public var client: [InterfaceAddress]
  /// The far side's addresses, on `s0`: the client's gateway and name server.
  public var farSide: [InterfaceAddress]

  /// Where the client of a connected link reaches the host's own loopback interface.
  public var hostLoopback: [InterfaceAddress]

  /// The networks of both ends.
  public var networks: [InterfaceAddress]

  /// - Parameter number: distinguishes the connected links of one host.
  public init(number: UInt8 = 0) {
    func pair(_ host: UInt8) -> [InterfaceAddress] {
      [
        InterfaceAddress(IPv4Address(10, 83, number, host), prefix: 24),
        InterfaceAddress(IPv6Address(high: 0xfd5b_8e1c_4d77_0000 | UInt64(number), low: UInt64(host)), prefix: 64),
      ]
    }
    networks = pair(0)
    client = pair(2)
    farSide = pair(1)
    hostLoopback = pair(3)
  }

  /// The addresses of a line within a lab.
  init(client: [InterfaceAddress], farSide: [InterfaceAddress]) {
    self.client = client
    self.farSide = farSide
    networks = []
    hostLoopback = []
  }

  /// The far side's IPv4 address, in text.
  public var gateway4: String { farSide[0].host }
  /// The far side's IPv6 address, in text.
  public var gateway6: String { farSide[1].host }
}

/// The hardware addresses of a link's own interfaces. They are always the same, so that two captures differ only where
/// it matters, and they are locally administered (IEEE 802 section 8.2).
extension MACAddress {
  static let client = MACAddress(rawValue: 0x0200_0000_c000)
  static let wireUplink = MACAddress(rawValue: 0x0200_0000_00a0)
  static let wireDownlink = MACAddress(rawValue: 0x0200_0000_00a1)
  static let farSide = MACAddress(rawValue: 0x0200_0000_5000)

  /// The sender of connection requests that the relay has held and lets pass.
  static let relay = MACAddress(rawValue: 0x0200_0000_5001)

  static let hostUplink = MACAddress(rawValue: 0x0200_0000_00b0)
  static let farUplink = MACAddress(rawValue: 0x0200_0000_00b1)
}

extension Span<UInt8> {
  /// Whether this is an Ethernet frame that the relay has let pass.
  var isFromRelay: Bool {
    count >= 12 && UInt64(uint16(at: 6)) << 32 | UInt64(uint32(at: 8)) == MACAddress.relay.rawValue
  }
}
