/// All protocols that the tree knows, in the order of `docs/fields.md`.
///
/// A new protocol is a declaration in a file of its own, and a line here.
enum ProtocolRegistry {
  static let all: [ProtocolDeclaration] = [
    ProtocolDeclaration(fields: FieldTable.frame),
    EthernetDissector.declaration,
    VLANDissector.declaration,
    ProtocolDeclaration(fields: FieldTable.linuxSLL),
    ProtocolDeclaration(fields: FieldTable.loopback + FieldTable.rawIP),
    ProtocolDeclaration(fields: FieldTable.llc),
    ARPDissector.declaration,
    IPv4Dissector.declaration,
    IPv6Dissector.declaration,
    IPsecDissector.declaration,
    ICMPDissector.declaration,
    ICMPv6Dissector.declaration,
    IGMPDissector.declaration,
    UDPDissector.declaration,
    TCPDissector.declaration,
    DNSDissector.declaration,
    DHCPDissector.declaration,
    ProtocolDeclaration(fields: FieldTable.ppp),
    PPPoEDissector.declaration,
    MPLSDissector.declaration,
    ProtocolDeclaration(fields: FieldTable.nflog),
    ProtocolDeclaration(fields: FieldTable.spanningTree),
    LLDPDissector.declaration,
    GREDissector.declaration,
    VXLANDissector.declaration,
    GeneveDissector.declaration,
    GTPDissector.declaration,
    CAPWAPDissector.declaration,
    L2TPDissector.declaration,
    TeredoDissector.declaration,
    VRRPDissector.declaration,
    OSPFDissector.declaration,
    SCTPDissector.declaration,
    NTPDissector.declaration,
    SSDPDissector.declaration,
    STUNDissector.declaration,
    QUICDissector.declaration,
    ProtocolDeclaration(fields: FieldTable.http3),
    ProtocolDeclaration(fields: FieldTable.http),
    JSONDissector.declaration,
    ProtocolDeclaration(fields: FieldTable.webSocket),
    ProtocolDeclaration(fields: FieldTable.tls),
    ProtocolDeclaration(fields: FieldTable.x509),
    ProtocolDeclaration(fields: FieldTable.http2),
    ProtocolDeclaration(fields: FieldTable.grpc),
    ProtocolDeclaration(fields: FieldTable.socks),
    ProtocolDeclaration(fields: FieldTable.text),
    ProtocolDeclaration(fields: FieldTable.expert),
    ProtocolDeclaration(fields: FieldTable.exchange),
  ]

  /// The entries of a table.
  static func entries(_ table: DissectorTables.Table) -> [ProtocolDeclaration.Entry] {
    all.flatMap(\.entries).filter { $0.table == table }
  }

  /// What is asked about a datagram on ports that say nothing, in this order.
  static let recognitions: [DatagramRecognition] = all.compactMap(\.recognition)

  /// The protocols of streams that are declared, by their place in `StreamApplication.declared`.
  static let framings: [StreamFraming] = all.compactMap(\.framing)

  /// Wireshark's names of the protocols that datagrams carry.
  static let datagramProtocols: [String] = all.filter(\.isOverUDP).flatMap(\.fields)
    .filter { $0.type == .protocol && !$0.name.contains(".") }.map(\.name)
}
