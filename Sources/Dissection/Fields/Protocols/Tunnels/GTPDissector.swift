import TextOutput
import Wire

/// GTP's user plane, version 1 (3GPP TS 29.281): users' packets in mobile networks.
enum GTPDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.gtp, entries: [.udpPort(UInt32(GTPHeader.port), to: dissector)],
    summaries: [TunnelSummaries.gtp],
    note: "Only the user plane of version 1 is read. The information elements of its other messages are not shown.")

  static let dissector = Dissector("gtp") { (tree, bytes, start) throws(DissectionStop) in
    let flags = try bytes.number(1, at: start)
    // The control plane's version 2, GTP prime and version 0 have other headers.
    guard flags & 0xF0 == 0x30 else { return tree.data(bytes, start) }
    let mark = tree.beginProtocol(.gtp, start..<start + GTPHeader.minimumLength)
    let range = start..<start + 1
    let bits = tree.begin(.gtpFlags, range, .unsigned(flags))
    for field in [FieldID.gtpFlagsVersion, .gtpFlagsPayload, .gtpFlagsReserved, .gtpFlagsE, .gtpFlagsS, .gtpFlagsPn] {
      tree.bits(field, of: flags, range)
    }
    tree.end(bits)
    try tree.run([.gtpMessage, .gtpLength, .gtpTeid], bytes, start + 1)
    if flags & 7 != 0 { try addOptional(&tree, flags, bytes, start) }
    guard let header = try? GTPHeader(bytes, at: start) else { throw .bounds }
    let next = start + header.length
    let end = max(next, start + GTPHeader.minimumLength + Int(header.claimedLength))
    tree.end(mark, at: header.messageType == GTPHeader.userPacket ? next : min(bytes.count, end))
    guard header.messageType == GTPHeader.userPacket, next < bytes.count else { return }
    guard let type = header.carried(bytes, at: start) else { return tree.data(bytes, next) }
    if type == .ppp { return tree.runInTunnel(PPPDissector.dissector, bytes, next) }
    tree.dispatchInTunnel(etherType: type, bytes, next)
  }

  /// The fields that are there if one of the three flags is set, and the extension headers.
  private static func addOptional(
    _ tree: inout TreeBuilder, _ flags: UInt64, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    try bytes.need(12, at: start)
    if flags & 2 != 0 { try tree.number(.gtpSeqNumber, bytes, start + 8, 2) }
    if flags & 1 != 0 { try tree.number(.gtpNpduNumber, bytes, start + 10, 1) }
    guard flags & 4 != 0 else { return }
    var type = try tree.number(.gtpExtHdrNext, bytes, start + 11, 1)
    var position = start + 12
    while type != 0 {
      guard let length = try? GTPHeader.extensionLength(bytes, at: position) else { throw .malformed }
      let name = ValueNames.gtpExtension[type] ?? TextFormat.hex(type, 2)
      let mark = tree.begin(.gtpExtHdr, position..<position + length, .none, text: "Header extension: \(name)")
      try tree.number(.gtpExtHdrLength, bytes, position, 1)
      try bytes.need(length, at: position)
      try addContent(&tree, type, bytes, position + 1..<position + length - 1)
      type = try tree.number(.gtpExtHdrNext, bytes, position + length - 1, 1)
      tree.end(mark)
      position += length
    }
  }

  private static func addContent(
    _ tree: inout TreeBuilder, _ type: UInt64, _ bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(DissectionStop) {
    switch type {
    case 0x40: try tree.number(.gtpExtHdrUdpPort, bytes, range.lowerBound, 2)
    case 0xC0: try tree.number(.gtpExtHdrPdcpSn, bytes, range.lowerBound, 2)
    case 0x85:
      let mark = tree.begin(.text, range, .none, text: "PDU session container")
      let first = try bytes.number(1, at: range.lowerBound)
      let place = range.lowerBound..<range.lowerBound + 1
      let direction = tree.bits(.gtpExtHdrPduSesConPduType, of: first, place)
      tree.bits(.gtpSpareH1, of: first, place)
      if direction < 2 {
        let second = try bytes.number(1, at: place.upperBound)
        let fields: [FieldID] =
          direction == 0 ? [.gtpExtHdrPduSesContPpp, .gtpExtHdrPduSesContRqi] : [.gtpSpareB7b6]
        for field in fields + [.gtpExtHdrPduSesConQosFlowId] {
          tree.bits(field, of: second, place.upperBound..<place.upperBound + 1)
        }
      }
      tree.end(mark)
    default: break
    }
  }
}
