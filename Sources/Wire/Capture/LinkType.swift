/// The link-layer header type of a captured frame: a LINKTYPE_ value as written in pcap and pcapng files.
///
/// Source: the registry of the-tcpdump-group, "Link-layer header types".
public struct LinkType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// BSD loopback: a 4-byte address family in the byte order of the capturing host.
  public static let null = LinkType(rawValue: 0)
  /// IEEE 802.3 Ethernet.
  public static let ethernet = LinkType(rawValue: 1)
  /// PPP, with or without an address and a control field.
  public static let ppp = LinkType(rawValue: 9)
  /// PPP in HDLC-like framing, or Cisco's framing of serial lines.
  public static let pppHDLC = LinkType(rawValue: 50)
  /// PPP over Ethernet, without the Ethernet header.
  public static let pppEther = LinkType(rawValue: 51)
  /// Raw IPv4 or IPv6, told apart by the version nibble.
  public static let raw = LinkType(rawValue: 101)
  /// OpenBSD loopback: a 4-byte address family in network byte order.
  public static let loop = LinkType(rawValue: 108)
  /// Linux "cooked" capture, version 1.
  public static let linuxSLL = LinkType(rawValue: 113)
  /// PPP after a byte that is 0 for a packet that was received.
  public static let pppWithDirection = LinkType(rawValue: 204)
  /// Raw IPv4.
  public static let ipv4 = LinkType(rawValue: 228)
  /// Raw IPv6.
  public static let ipv6 = LinkType(rawValue: 229)
  /// What Linux's packet filter logged.
  public static let nflog = LinkType(rawValue: 239)
  /// Linux "cooked" capture, version 2 (what the `any` device gives).
  public static let linuxSLL2 = LinkType(rawValue: 276)

  /// Whether packets of this type are understood, and not just counted.
  public var isRead: Bool {
    switch self {
    case .null, .ethernet, .ppp, .pppHDLC, .pppEther, .raw, .loop, .linuxSLL, .pppWithDirection, .ipv4, .ipv6, .nflog,
      .linuxSLL2:
      true
    default: false
    }
  }
}
