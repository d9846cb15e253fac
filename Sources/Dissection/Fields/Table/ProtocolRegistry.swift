/// All protocols that the tree knows, in the order of `docs/fields.md`.
///
/// A new protocol is a declaration in a file of its own, and a line here.
enum ProtocolRegistry {
  static let all: [ProtocolDeclaration] = [
    ProtocolDeclaration(fields: FieldTable.frame, summaries: [PacketNotesDissector.summary]),
    EthernetDissector.declaration,
    VLANDissector.declaration,
    ProtocolDeclaration(fields: FieldTable.linuxSLL, summaries: [LinkSummaries.linuxSLL]),
    ProtocolDeclaration(fields: FieldTable.loopback + FieldTable.rawIP, summaries: LinkSummaries.loopback),
    ProtocolDeclaration(fields: FieldTable.llc, summaries: [LinkSummaries.llc]),
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
    ProtocolDeclaration(fields: FieldTable.ppp, summaries: LinkSummaries.ppp),
    PPPoEDissector.declaration,
    MPLSDissector.declaration,
    ProtocolDeclaration(fields: FieldTable.nflog, summaries: [LinkSummaries.nflog]),
    ProtocolDeclaration(fields: FieldTable.spanningTree, summaries: [LinkSummaries.spanningTree]),
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
    ProtocolDeclaration(fields: FieldTable.http3, summaries: [HTTP3Summary.summary]),
    ProtocolDeclaration(fields: FieldTable.http, summaries: HTTPSummary.summaries),
    JSONDissector.declaration,
    ProtocolDeclaration(fields: FieldTable.webSocket, summaries: [WebSocketSummary.summary]),
    ProtocolDeclaration(fields: FieldTable.tls, summaries: [TLSSummary.summary]),
    DTLSDissector.declaration,
    ProtocolDeclaration(fields: FieldTable.x509),
    ProtocolDeclaration(fields: FieldTable.http2, summaries: [HTTP2Summary.summary]),
    ProtocolDeclaration(fields: FieldTable.grpc, summaries: [GRPCSummary.summary]),
    ProtocolDeclaration(fields: FieldTable.socks, summaries: [SOCKSSummary.summary]),
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
