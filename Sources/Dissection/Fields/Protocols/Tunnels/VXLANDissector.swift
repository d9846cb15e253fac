import Wire

/// VXLAN (RFC 7348), with the group policy of draft-smith-vxlan-group-policy.
enum VXLANDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.vxlan,
    entries: [
      ProtocolDeclaration.Entry(table: .udpPort, numbers: VXLANHeader.ports.map(UInt32.init), dissector: dissector)
    ],
    summaries: [TunnelSummaries.vxlan],
    note: "VXLAN is also decoded on port 8472, which Linux uses and tshark does not check.")

  static let dissector = Dissector("vxlan") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.vxlan, start..<start + VXLANHeader.length)
    let flags = try bytes.number(2, at: start)
    let range = start..<start + 2
    let bits = tree.begin(.vxlanFlags, range, .unsigned(flags))
    for field in [FieldID.vxlanFlagG, .vxlanFlagI, .vxlanFlagD, .vxlanFlagA, .vxlanFlagsReserved] {
      tree.bits(field, of: flags, range)
    }
    tree.end(bits)
    try tree.run([.vxlanGbp, .vxlanVni, .vxlanReserved8], bytes, start + 2)
    tree.end(mark)
    tree.runInTunnel(EthernetDissector.dissector, bytes, start + VXLANHeader.length)
  }
}
