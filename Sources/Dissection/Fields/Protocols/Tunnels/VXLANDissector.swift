import Wire

/// VXLAN (RFC 7348), with the group policy of draft-smith-vxlan-group-policy.
enum VXLANDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.vxlan,
    entries: [
      ProtocolDeclaration.Entry(table: .udpPort, numbers: VXLANHeader.ports.map(UInt32.init), dissector: dissector),
      .udpPort(UInt32(VXLANGPEHeader.port), to: generic),
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

  /// With the generic protocol extension: what follows is said (draft-ietf-nvo3-vxlan-gpe).
  static let generic = Dissector("vxlan_gpe") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.vxlan, start..<start + VXLANGPEHeader.length)
    let flags = try bytes.number(1, at: start)
    let bits = tree.begin(.vxlanFlags, start..<start + 1, .unsigned(flags))
    for field in [FieldID.vxlanVer, .vxlanIBit, .vxlanPBit, .vxlanOBit] {
      tree.bits(field, of: flags, start..<start + 1)
    }
    tree.end(bits)
    try tree.run([.vxlanReserved16, .vxlanNextProto, .vxlanVni, .vxlanReserved8], bytes, start + 1)
    tree.end(mark)
    guard let header = try? VXLANGPEHeader(bytes, at: start) else { throw .bounds }
    guard let type = header.carried else { return tree.data(bytes, start + VXLANGPEHeader.length) }
    tree.dispatchInTunnel(etherType: type, bytes, start + VXLANGPEHeader.length)
  }
}
