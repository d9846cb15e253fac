/// What an IP packet carries (IANA "Assigned Internet Protocol Numbers").
public struct IPProtocol: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  @inlinable public static var hopByHop: IPProtocol { IPProtocol(rawValue: 0) }
  @inlinable public static var icmp: IPProtocol { IPProtocol(rawValue: 1) }
  @inlinable public static var igmp: IPProtocol { IPProtocol(rawValue: 2) }
  @inlinable public static var ipv4: IPProtocol { IPProtocol(rawValue: 4) }
  @inlinable public static var tcp: IPProtocol { IPProtocol(rawValue: 6) }
  @inlinable public static var udp: IPProtocol { IPProtocol(rawValue: 17) }
  @inlinable public static var ipv6: IPProtocol { IPProtocol(rawValue: 41) }
  @inlinable public static var routing: IPProtocol { IPProtocol(rawValue: 43) }
  @inlinable public static var fragment: IPProtocol { IPProtocol(rawValue: 44) }
  @inlinable public static var gre: IPProtocol { IPProtocol(rawValue: 47) }
  @inlinable public static var encapsulatingSecurity: IPProtocol { IPProtocol(rawValue: 50) }
  @inlinable public static var authentication: IPProtocol { IPProtocol(rawValue: 51) }
  @inlinable public static var icmpv6: IPProtocol { IPProtocol(rawValue: 58) }
  @inlinable public static var noNext: IPProtocol { IPProtocol(rawValue: 59) }
  @inlinable public static var destinationOptions: IPProtocol { IPProtocol(rawValue: 60) }
  @inlinable public static var ospf: IPProtocol { IPProtocol(rawValue: 89) }
  @inlinable public static var vrrp: IPProtocol { IPProtocol(rawValue: 112) }
  @inlinable public static var sctp: IPProtocol { IPProtocol(rawValue: 132) }
  @inlinable public static var ethernet: IPProtocol { IPProtocol(rawValue: 143) }
}
