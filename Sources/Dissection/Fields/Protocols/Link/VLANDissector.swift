import TextOutput

/// IEEE 802.1Q and 802.1ad tags.
enum VLANDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.vlan,
    entries: [.etherType(0x8100, 0x88A8, 0x9100, 0x9200, to: dissector)], summaries: [LinkSummaries.vlan])

  static let dissector = Dissector("vlan") { (tree, bytes, start) throws(DissectionStop) in
    let control = try bytes.number(2, at: start)
    let range = start..<start + 2
    let mark = tree.beginProtocol(
      .vlan, start..<start + 4,
      text:
        "VLAN \(control & 0xFFF), priority \(control >> 13)\(control >> 12 & 1 == 1 ? ", may be dropped first" : "")")
    tree.context.isTagged = true
    tree.bits(.vlanPriority, of: control, range)
    tree.bits(.vlanDei, of: control, range)
    tree.bits(.vlanId, of: control, range)
    let type = try bytes.number(2, at: start + 2)
    if type < 0x0600 {
      try tree.number(.vlanLen, bytes, start + 2, 2)
      tree.end(mark)
      let end = min(bytes.count, start + 4 + Int(type))
      tree.context.networkEnd = end
      tree.run(LLCDissector.dissector, bytes.extracting(0..<end), start + 4)
    } else {
      try tree.number(.vlanEtype, bytes, start + 2, 2)
      tree.end(mark)
      tree.dispatch(etherType: UInt16(truncatingIfNeeded: type), bytes, start + 4)
    }
  }
}
