/// What an IP packet carries (IANA "Assigned Internet Protocol Numbers").
public struct IPProtocol: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// IPv6 hop-by-hop options (0).
  @inlinable public static var hopByHop: IPProtocol { IPProtocol(rawValue: 0) }
  /// ICMP (1).
  @inlinable public static var icmp: IPProtocol { IPProtocol(rawValue: 1) }
  /// IGMP (2).
  @inlinable public static var igmp: IPProtocol { IPProtocol(rawValue: 2) }
  /// IPv4 in IP (4).
  @inlinable public static var ipv4: IPProtocol { IPProtocol(rawValue: 4) }
  /// TCP (6).
  @inlinable public static var tcp: IPProtocol { IPProtocol(rawValue: 6) }
  /// UDP (17).
  @inlinable public static var udp: IPProtocol { IPProtocol(rawValue: 17) }
  /// IPv6 in IP (41).
  @inlinable public static var ipv6: IPProtocol { IPProtocol(rawValue: 41) }
  /// IPv6 routing header (43).
  @inlinable public static var routing: IPProtocol { IPProtocol(rawValue: 43) }
  /// IPv6 fragment header (44).
  @inlinable public static var fragment: IPProtocol { IPProtocol(rawValue: 44) }
  /// GRE (47).
  @inlinable public static var gre: IPProtocol { IPProtocol(rawValue: 47) }
  /// ESP (50).
  @inlinable public static var encapsulatingSecurity: IPProtocol { IPProtocol(rawValue: 50) }
  /// AH (51).
  @inlinable public static var authentication: IPProtocol { IPProtocol(rawValue: 51) }
  /// ICMPv6 (58).
  @inlinable public static var icmpv6: IPProtocol { IPProtocol(rawValue: 58) }
  /// Nothing follows (59).
  @inlinable public static var noNext: IPProtocol { IPProtocol(rawValue: 59) }
  /// IPv6 destination options (60).
  @inlinable public static var destinationOptions: IPProtocol { IPProtocol(rawValue: 60) }
  /// OSPF (89).
  @inlinable public static var ospf: IPProtocol { IPProtocol(rawValue: 89) }
  /// VRRP (112).
  @inlinable public static var vrrp: IPProtocol { IPProtocol(rawValue: 112) }
  /// SCTP (132).
  @inlinable public static var sctp: IPProtocol { IPProtocol(rawValue: 132) }
  /// Ethernet in IPv6 (143).
  @inlinable public static var ethernet: IPProtocol { IPProtocol(rawValue: 143) }
}
