import TextOutput
import Wire

/// Generic Routing Encapsulation (RFC 2784, RFC 2890, RFC 2637), and the mirrored frames of ERSPAN in it.
enum GREDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.gre, entries: [.ipProtocol(47, to: dissector)],
    summaries: TunnelSummaries.gre)

  static let dissector = Dissector("gre") { (tree, bytes, start) throws(DissectionStop) in
    let flags = try bytes.number(2, at: start)
    let type = try bytes.number(2, at: start + 2)
    let isPPP = type == 0x880B && flags & 7 != 0
    let mark = tree.beginProtocol(
      .gre, start..<start + 4,
      text: "GRE (\(ValueNames.ethType[type] ?? TextFormat.hex(type, 4)))")
    addFlags(&tree, flags, start..<start + 2, isPPP: isPPP)
    try tree.number(.greProto, bytes, start + 2, 2)
    guard let header = try? GREHeader(bytes, at: start) else { throw .bounds }
    try addFields(header, &tree, bytes, start)
    let next = start + header.length
    tree.end(mark, at: next)
    switch type {
    // An acknowledgment of PPTP carries nothing.
    case 0x880B:
      if next < bytes.count { tree.runInTunnel(PPPDissector.dissector, bytes, next) }
    case 0x88BE where header.sequence == nil: tree.runInTunnel(EthernetDissector.dissector, bytes, next)
    case 0x88BE, 0x22EB: tree.run(erspan, bytes, next)
    default: tree.dispatchInTunnel(etherType: header.etherType, bytes, next)
    }
  }

  private static func addFlags(_ tree: inout TreeBuilder, _ flags: UInt64, _ range: Range<Int>, isPPP: Bool) {
    let mark = tree.begin(.greFlagsAndVersion, range, .unsigned(flags))
    let fields: [FieldID] = [
      .greFlagsChecksum, .greFlagsRouting, .greFlagsKey, .greFlagsSequenceNumber, .greFlagsStrictSourceRoute,
      .greFlagsRecursionControl,
    ]
    for field in fields { tree.bits(field, of: flags, range) }
    if isPPP { tree.bits(.greFlagsAck, of: flags, range) }
    // PPTP has taken one of the reserved bits.
    tree.bits(.greFlagsReserved, of: isPPP ? flags & ~0x80 : flags, range)
    tree.bits(.greFlagsVersion, of: flags, range)
    tree.end(mark)
  }

  private static func addFields(
    _ header: GREHeader, _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    var position = start + 4
    if header.version == 0, header.flags & 0xC000 != 0 {
      if let claimed = header.checksum {
        var sum = InternetChecksum()
        sum.add(bytes, in: start..<bytes.count)
        tree.checksum(
          .greChecksum, .greChecksumStatus, position..<position + 2, UInt64(claimed),
          isGood: tree.context.isCut ? nil : sum.folded == 0xFFFF)
      } else {
        try tree.number(.greChecksum, bytes, position, 2)
      }
      try tree.number(.greOffset, bytes, position + 2, 2)
      position += 4
    }
    if header.key != nil {
      if header.version == 1 {
        try tree.run([.greKeyPayloadLength, .greKeyCallId], bytes, position)
      } else {
        try tree.number(.greKey, bytes, position, 4)
      }
      position += 4
    }
    if header.sequence != nil { try tree.read(.greSequenceNumber, bytes, &position, until: bytes.count) }
    if header.acknowledgment != nil { try tree.read(.greAckNumber, bytes, &position, until: bytes.count) }
  }

  /// ERSPAN types II and III (draft-foschiano-erspan).
  private static let erspan = Dissector("erspan") { (tree, bytes, start) throws(DissectionStop) in
    let first = try bytes.number(2, at: start)
    let isThird = first >> 12 == 2
    let length = isThird ? (try bytes.byte(start + 11) & 1 == 1 ? 20 : 12) : 8
    let mark = tree.beginProtocol(.erspan, start..<start + length)
    tree.bits(.erspanVersion, of: first, start..<start + 2)
    tree.bits(.erspanVlan, of: first, start..<start + 2)
    let second = try bytes.number(2, at: start + 2)
    tree.bits(.erspanCos, of: second, start + 2..<start + 4)
    tree.bits(.erspanSpanid, of: second, start + 2..<start + 4)
    if isThird {
      try tree.number(.erspanTimestamp, bytes, start + 4, 4)
    } else {
      tree.bits(.erspanIndex, of: try bytes.number(4, at: start + 4), start + 4..<start + 8)
    }
    tree.end(mark)
    try bytes.need(length, at: start)
    tree.runInTunnel(EthernetDissector.dissector, bytes, start + length)
  }
}

extension TreeBuilder {
  /// Runs a dissector on what a tunnel carries: where that ends says nothing of the frame's own padding.
  mutating func runInTunnel(_ dissector: Dissector, _ bytes: Span<UInt8>, _ start: Int) {
    let saved = (context.networkEnd, context.isTagged)
    run(dissector, bytes, start)
    (context.networkEnd, context.isTagged) = saved
  }

  /// The same by EtherType; Ethernet has one of its own in tunnels.
  mutating func dispatchInTunnel(etherType: EtherType, _ bytes: Span<UInt8>, _ start: Int) {
    guard start < bytes.count else { return }
    let dissector =
      etherType == .transparentEthernet
      ? EthernetDissector.dissector : state.tables.dissector(.etherType, UInt32(etherType.rawValue))
    guard let dissector else { return data(bytes, start) }
    runInTunnel(dissector, bytes, start)
  }
}
