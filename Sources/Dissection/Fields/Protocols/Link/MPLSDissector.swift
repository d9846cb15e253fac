import TextOutput
import Wire

/// A stack of MPLS labels (RFC 3032), and what the first bits after it say that it carries.
enum MPLSDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.mpls,
    entries: [
      .etherType(0x8847, 0x8848, to: dissector), .ipProtocol(137, to: dissector), .udpPort(6635, to: dissector),
    ],
    summaries: LinkSummaries.mpls,
    note: "Ethernet over MPLS is decoded if a control word precedes it.")

  static let dissector = Dissector("mpls") { (tree, bytes, start) throws(DissectionStop) in
    var position = start
    var isBottom = false
    let saved = tree.noted
    defer { tree.noted = saved }
    while !isBottom {
      let raw = try bytes.number(4, at: position)
      let label = MPLSLabel(rawValue: UInt32(truncatingIfNeeded: raw))
      let range = position..<position + MPLSLabel.length
      let mark = tree.beginProtocol(
        .mpls, range,
        text:
          "MPLS label \(label.label), traffic class \(label.trafficClass)\(label.isBottom ? ", bottom of the stack" : ""), TTL \(label.timeToLive)"
      )
      for field in [FieldID.mplsLabel, .mplsExp, .mplsBottom, .mplsTtl] { tree.bits(field, of: raw, range) }
      tree.end(mark)
      // The labels of a stack are one protocol.
      tree.noted = "mpls"
      isBottom = label.isBottom
      position += MPLSLabel.length
    }
    tree.noted = saved
    guard position < bytes.count else { return }
    switch bytes[position] >> 4 {
    case 4: tree.run(IPv4Dissector.dissector, bytes, position)
    case 6: tree.run(IPv6Dissector.dissector, bytes, position)
    case 0: tree.run(pseudowire, bytes, position)
    default: tree.data(bytes, position)
    }
  }

  /// Ethernet behind the control word of a pseudowire (RFC 4448).
  private static let pseudowire = Dissector("pwethcw") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.pwethcw, start..<start + 4)
    try bytes.need(4, at: start)
    tree.end(mark)
    tree.runInTunnel(EthernetDissector.dissector, bytes, start + 4)
  }
}
