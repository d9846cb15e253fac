public import Wire

/// Which packets a selection applies to. A packet must match all properties that are set.
///
/// Port, address and host name are those of the far side, in both directions.
public struct PacketSelector: Hashable, Sendable {
  /// The protocol that a packet carries.
  public enum Transport: String, Hashable, Sendable, CaseIterable {
    /// TCP.
    case tcp
    /// UDP.
    case udp
    /// UDP to or from port 443 of the far side. ``PacketSelector/isQUIC`` recognizes QUIC on every port.
    case quic
    /// ICMP and ICMPv6.
    case icmp
  }

  /// The protocol; nil for any.
  public var transport: Transport?
  /// The far side's ports; nil for any.
  public var ports: ClosedRange<UInt16>?
  /// The far side's addresses; nil for any.
  public var network: AddressBlock?
  /// The far side's names; nil for any.
  public var host: HostPattern?
  /// Whether the packets must be of a connection that is known to be QUIC, on whatever port.
  public var isQUIC: Bool
  /// The server's name in the ClientHello of the connection; nil for any, and for none.
  public var serverName: HostPattern?
  /// The protocol that the ClientHello of the connection offers (ALPN, RFC 7301): `h3`; nil for any, and for none.
  public var applicationProtocol: String?
  /// The direction; nil for both.
  public var direction: LinkDirection?
  /// Only the first packets that match the rest, in each direction, counted from when the profile came into force.
  public var first: UInt32?

  /// What is nil matches any packet.
  public init(
    transport: Transport? = nil, ports: ClosedRange<UInt16>? = nil, network: AddressBlock? = nil,
    host: HostPattern? = nil, isQUIC: Bool = false, serverName: HostPattern? = nil, applicationProtocol: String? = nil,
    direction: LinkDirection? = nil, first: UInt32? = nil
  ) {
    self.transport = transport
    self.ports = ports
    self.network = network
    self.host = host
    self.isQUIC = isQUIC
    self.serverName = serverName
    self.applicationProtocol = applicationProtocol
    self.direction = direction
    self.first = first
  }

  /// Whether it asks how the connection of a packet began.
  public var needsGreeting: Bool { isQUIC || serverName != nil || applicationProtocol != nil }

  /// Whether a packet matches, apart from `first` and `host`.
  func matches(_ facts: PacketFacts) -> Bool {
    if let direction, direction != facts.direction { return false }
    if let transport, !Self.isTransport(transport, of: facts) { return false }
    if let ports {
      guard let port = facts.farPort, ports.contains(port) else { return false }
    }
    if let network {
      guard let address = facts.farAddress, network.contains(address) else { return false }
    }
    return !needsGreeting || facts.greeting.map(matches) ?? false
  }

  private func matches(_ greeting: ConnectionGreeting) -> Bool {
    if isQUIC, !greeting.isQUIC { return false }
    if let serverName {
      guard let name = greeting.serverName, serverName.matches(name) else { return false }
    }
    if let applicationProtocol, !greeting.applicationProtocols.contains(applicationProtocol) { return false }
    return true
  }

  private static func isTransport(_ transport: Transport, of facts: PacketFacts) -> Bool {
    switch transport {
    case .tcp: facts.ipProtocol == 6
    case .udp: facts.ipProtocol == 17
    case .quic: facts.ipProtocol == 17 && facts.farPort == 443
    case .icmp: facts.ipProtocol == 1 || facts.ipProtocol == 58
    }
  }
}

/// What a selector needs to know about a packet.
public struct PacketFacts: Sendable {
  /// The direction of the packet.
  public var direction: LinkDirection
  /// The protocol after IP and its extension headers (IANA's number), or nil if this is not IP.
  public var ipProtocol: UInt8?
  /// The far side's address: the destination of an uplink packet, the source of a downlink packet.
  public var farAddress: IPAddress?
  /// The far side's TCP or UDP port. Fragments after the first have none.
  public var farPort: UInt16?
  /// How its connection began, if that was seen.
  public var greeting: ConnectionGreeting?

  /// What is not known is nil.
  public init(
    direction: LinkDirection, ipProtocol: UInt8? = nil, farAddress: IPAddress? = nil, farPort: UInt16? = nil,
    greeting: ConnectionGreeting? = nil
  ) {
    self.direction = direction
    self.ipProtocol = ipProtocol
    self.farAddress = farAddress
    self.farPort = farPort
    self.greeting = greeting
  }
}
