import TextOutput
import Wire

/// L2TP, version 2 (RFC 2661): PPP through UDP.
enum L2TPDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.l2tp, entries: [.udpPort(UInt32(L2TPHeader.port), to: dissector)],
    summaries: [TunnelSummaries.l2tp],
    note: "Version 3 (RFC 3931) and the attributes of control messages are not read.")

  static let dissector = Dissector("l2tp") { (tree, bytes, start) throws(DissectionStop) in
    let flags = try bytes.number(2, at: start)
    guard flags & 0x0F == 2 else { return tree.data(bytes, start) }
    let mark = tree.beginProtocol(.l2tp, start..<start + L2TPHeader.minimumLength)
    addFlags(&tree, flags, start..<start + 2)
    var position = start + 2
    if flags & 0x4000 != 0 { try tree.read(.l2tpLength, bytes, &position, until: bytes.count) }
    position = try tree.run([.l2tpTunnel, .l2tpSession], bytes, position)
    if flags & 0x0800 != 0 { position = try tree.run([.l2tpNs, .l2tpNr], bytes, position) }
    if flags & 0x0200 != 0 {
      let padding = Int(try tree.number(.l2tpOffset, bytes, position, 2))
      position += 2
      try bytes.need(padding, at: position)
      if padding > 0 { tree.add(.l2tpOffsetPadding, position..<position + padding, .none) }
      position += padding
    }
    guard flags & 0x8000 != 0 else {
      tree.end(mark, at: position)
      return tree.runInTunnel(PPPDissector.dissector, bytes, position)
    }
    if position >= bytes.count { tree.generate(.l2tpZeroLengthBodyMessage) }
    tree.end(mark, at: bytes.count)
  }

  private static func addFlags(_ tree: inout TreeBuilder, _ flags: UInt64, _ range: Range<Int>) {
    let mark = tree.begin(.l2tpFlags, range, .unsigned(flags))
    let fields: [FieldID] = [
      .l2tpType, .l2tpLengthBit, .l2tpSeqBit, .l2tpOffsetBit, .l2tpPriority, .l2tpVersion,
    ]
    for field in fields { tree.bits(field, of: flags, range) }
    tree.end(mark)
  }
}
