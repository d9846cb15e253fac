import TextOutput
import Wire

/// ICMPv6 (RFC 4443) with neighbour discovery (RFC 4861) and multicast listeners (RFC 2710, RFC 3810).
enum ICMPv6Dissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.icmpv6, entries: [.ipProtocol(58, to: dissector)],
    summaries: [summary])

  static let dissector = Dissector("icmpv6") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(
      .icmpv6, start..<bytes.count, text: "\(FieldID.icmpv6.field.label)")
    let type = try tree.number(.icmpv6Type, bytes, start, 1)
    let code = try bytes.number(1, at: start + 1)
    tree.add(
      .icmpv6Code, start + 1..<start + 2, .unsigned(code),
      text: "Message code: \(code)\(codes[type]?[code].map { " (\($0))" } ?? "")")
    try addChecksum(&tree, bytes, start)
    switch type {
    case 1, 2, 3, 4: try error(&tree, bytes, start, type)
    case 128, 129: try echo(&tree, bytes, start, isRequest: type == 128)
    case 130, 131, 132: try listener(&tree, bytes, start, type)
    case 133...137: try ICMPv6Neighbours.dissect(&tree, bytes, start, type)
    case 143: try ICMPv6Listeners.report(&tree, bytes, start)
    default: break
    }
    tree.end(mark)
  }

  private static let codes: [UInt64: [UInt64: String]] = [
    1: [
      0: "no route to destination", 1: "communication with destination administratively prohibited",
      2: "Beyond scope of source address", 3: "Address unreachable", 4: "Port unreachable",
      5: "Source address failed ingress/egress policy", 6: "Reject route to destination",
    ],
    3: [0: "hop limit exceeded in transit", 1: "fragment reassembly time exceeded"],
    4: [
      0: "erroneous header field encountered", 1: "unrecognized Next Header type encountered",
      2: "unrecognized IPv6 option encountered",
    ],
  ]

  private static func addChecksum(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    let claimed = try bytes.number(2, at: start + 2)
    let range = start + 2..<start + 4
    guard !tree.context.isCut, !tree.context.isQuoted, let source = tree.context.source,
      let destination = tree.context.destination,
      let pseudoHeader = TransportChecksum.pseudoHeader(
        source: source, destination: destination, protocolNumber: .icmpv6, length: bytes.count - start)
    else {
      return tree.checksum(.icmpv6Checksum, .icmpv6ChecksumStatus, range, claimed, isGood: nil)
    }
    let isGood = TransportChecksum.verify(bytes, in: start..<bytes.count, pseudoHeader: pseudoHeader)
    tree.checksum(.icmpv6Checksum, .icmpv6ChecksumStatus, range, claimed, isGood: isGood)
  }

  private static func error(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ type: UInt64)
    throws(DissectionStop)
  {
    switch type {
    case 2: try tree.number(.icmpv6Mtu, bytes, start + 4, 4)
    case 4: try tree.number(.icmpv6Pointer, bytes, start + 4, 4)
    default: try tree.bytes(.icmpv6Reserved, bytes, start + 4, 4)
    }
    tree.quote(IPv6Dissector.dissector, bytes, start + 8)
  }

  private static let echoes = EchoPairing(
    responseIn: .icmpv6RespIn, responseTo: .icmpv6RespTo, responseTime: .icmpv6Resptime)

  private static func echo(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, isRequest: Bool)
    throws(DissectionStop)
  {
    try tree.number(.icmpv6EchoIdentifier, bytes, start + 4, 2)
    try tree.number(.icmpv6EchoSequenceNumber, bytes, start + 6, 2)
    echoes.add(to: &tree, bytes, start, isRequest: isRequest)
    tree.data(bytes, start + 8)
  }

  private static func listener(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ type: UInt64)
    throws(DissectionStop)
  {
    if type == 130, bytes.count - start >= 28 { return try ICMPv6Listeners.query(&tree, bytes, start) }
    try tree.number(.icmpv6MldMaximumResponseDelay, bytes, start + 4, 2)
    try tree.bytes(.icmpv6Reserved, bytes, start + 6, 2)
    try tree.ipv6(.icmpv6MldMulticastAddress, bytes, start + 8)
  }
}
