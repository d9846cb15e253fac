/// What an Ethernet frame carries (IEEE 802 EtherType).
public struct EtherType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// IPv4.
  @inlinable public static var ipv4: EtherType { EtherType(rawValue: 0x0800) }
  /// ARP.
  @inlinable public static var arp: EtherType { EtherType(rawValue: 0x0806) }
  /// RARP.
  @inlinable public static var reverseARP: EtherType { EtherType(rawValue: 0x8035) }
  /// A VLAN tag (IEEE 802.1Q).
  @inlinable public static var vlan: EtherType { EtherType(rawValue: 0x8100) }
  /// IPv6.
  @inlinable public static var ipv6: EtherType { EtherType(rawValue: 0x86DD) }
  /// The outer of two VLAN tags (IEEE 802.1ad).
  @inlinable public static var providerVLAN: EtherType { EtherType(rawValue: 0x88A8) }
  /// Ethernet in GRE.
  @inlinable public static var transparentEthernet: EtherType { EtherType(rawValue: 0x6558) }
  /// MPLS.
  @inlinable public static var mpls: EtherType { EtherType(rawValue: 0x8847) }
  /// MPLS to several receivers.
  @inlinable public static var mplsMulticast: EtherType { EtherType(rawValue: 0x8848) }
  /// PPPoE before a session.
  @inlinable public static var pppoeDiscovery: EtherType { EtherType(rawValue: 0x8863) }
  /// PPPoE within a session.
  @inlinable public static var pppoeSession: EtherType { EtherType(rawValue: 0x8864) }
  /// PPP.
  @inlinable public static var ppp: EtherType { EtherType(rawValue: 0x880B) }
  /// LLDP.
  @inlinable public static var lldp: EtherType { EtherType(rawValue: 0x88CC) }
  /// The outer of two VLAN tags, before there was a standard.
  @inlinable public static var oldQinQ: EtherType { EtherType(rawValue: 0x9100) }

  /// Whether a VLAN tag follows: 802.1Q, 802.1ad, or the 0x9100 and 0x9200 that came before it.
  @inlinable
  public var isVLAN: Bool {
    rawValue == 0x8100 || rawValue == 0x88A8 || rawValue == 0x9100 || rawValue == 0x9200
  }

  /// Values below 1536 are not types but the length of an IEEE 802.3 frame with an LLC header.
  @inlinable
  public var isLength: Bool { rawValue < 0x0600 }
}
