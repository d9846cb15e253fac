public import Streams
public import TLS
import Wire

/// Which dissector a number leads to, by the field that the number is in: Wireshark's dissector tables.
public struct DissectorTables: Sendable {
  /// A field whose values lead to protocols.
  public enum Table: String, Sendable, CaseIterable {
    case etherType = "ethertype"
    case ipProtocol = "ip.proto"
    case tcpPort = "tcp.port"
    case udpPort = "udp.port"
  }

  private var entries: [Table: [UInt32: Dissector]] = [:]
  /// Numbers that the user has given another meaning: they go before everything.
  private var overrides: [Table: [UInt32: Dissector]] = [:]

  /// The tables as they are without the user's word.
  public init() { self = Self.usual }

  /// Made once: filling them costs more than to dissect a packet.
  private static let usual = DissectorTables(isUsual: ())

  private init(isUsual: Void) {
    set(.etherType, 0x0800, IPv4Dissector.dissector)
    set(.etherType, 0x0806, ARPDissector.dissector)
    set(.etherType, 0x8035, ARPDissector.dissector)
    set(.etherType, 0x86DD, IPv6Dissector.dissector)
    for type in [0x8100, 0x88A8, 0x9100, 0x9200] as [UInt32] { set(.etherType, type, VLANDissector.dissector) }
    set(.etherType, 0x8847, MPLSDissector.dissector)
    set(.etherType, 0x8848, MPLSDissector.dissector)
    set(.etherType, 0x8863, PPPoEDissector.discovery)
    set(.etherType, 0x8864, PPPoEDissector.session)
    set(.etherType, 0x88CC, LLDPDissector.dissector)
    set(.ipProtocol, 1, ICMPDissector.dissector)
    set(.ipProtocol, 2, IGMPDissector.dissector)
    set(.ipProtocol, 4, IPv4Dissector.dissector)
    set(.ipProtocol, 6, TCPDissector.dissector)
    set(.ipProtocol, 17, UDPDissector.dissector)
    set(.ipProtocol, 41, IPv6Dissector.dissector)
    set(.ipProtocol, 47, GREDissector.dissector)
    set(.ipProtocol, 50, IPsecDissector.encapsulation)
    set(.ipProtocol, 51, IPsecDissector.authentication)
    set(.ipProtocol, 58, ICMPv6Dissector.dissector)
    set(.ipProtocol, 89, OSPFDissector.dissector)
    set(.ipProtocol, 112, VRRPDissector.dissector)
    set(.ipProtocol, 132, SCTPDissector.dissector)
    set(.ipProtocol, 137, MPLSDissector.dissector)
    set(.ipProtocol, 143, EthernetDissector.dissector)
    set(.udpPort, 53, DNSDissector.dissector)
    set(.udpPort, 5353, DNSDissector.multicast)
    set(.udpPort, 67, DHCPDissector.dissector)
    set(.udpPort, 68, DHCPDissector.dissector)
    set(.udpPort, 123, NTPDissector.dissector)
    set(.udpPort, 1900, SSDPDissector.dissector)
    for port in VXLANHeader.ports { set(.udpPort, UInt32(port), VXLANDissector.dissector) }
    set(.udpPort, UInt32(GeneveHeader.port), GeneveDissector.dissector)
    set(.udpPort, 6635, MPLSDissector.dissector)
  }

  private mutating func set(_ table: Table, _ number: UInt32, _ dissector: Dissector) {
    entries[table, default: [:]][number] = dissector
  }

  /// What the user says of TCP ports.
  public internal(set) var applications = PortApplications()

  /// The secrets with which TLS is decrypted; it may gain some while packets are dissected.
  public var keys: KeyLog?

  /// The dissector for a number, the user's first.
  func dissector(_ table: Table, _ number: UInt32) -> Dissector? {
    overrides[table]?[number] ?? entries[table]?[number]
  }

  mutating func override(_ table: Table, _ number: UInt32, with dissector: Dissector) {
    overrides[table, default: [:]][number] = dissector
  }

  /// The user's dissector for a number.
  func override(_ table: Table, _ number: UInt32) -> Dissector? { overrides[table]?[number] }
}
