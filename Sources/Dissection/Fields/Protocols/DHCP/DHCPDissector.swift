import TextOutput
import Wire

/// DHCP and BOOTP (RFC 2131, RFC 2132, RFC 951).
enum DHCPDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.dhcp + FieldTable.dhcpOptions,
    entries: [.udpPort(67, 68, to: dissector)], summaries: [summary])

  static let dissector = Dissector("dhcp") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.dhcp, start..<bytes.count, text: "\(FieldID.dhcp.field.label)")
    try bytes.need(240, at: start)
    try tree.number(.dhcpType, bytes, start, 1)
    try tree.number(.dhcpHwType, bytes, start + 1, 1)
    let length = Int(try tree.number(.dhcpHwLen, bytes, start + 2, 1))
    try tree.number(.dhcpHops, bytes, start + 3, 1)
    try tree.number(.dhcpId, bytes, start + 4, 4)
    try tree.number(.dhcpSecs, bytes, start + 8, 2)
    let flags = try bytes.number(2, at: start + 10)
    let range = start + 10..<start + 12
    let group = tree.begin(
      .dhcpFlags, range, .unsigned(flags),
      text:
        "Flags of the message: \(TextFormat.hex(flags, 4)) (answer by \(flags & 0x8000 != 0 ? "broadcast" : "unicast"))"
    )
    tree.bits(.dhcpFlagsBc, of: flags, range)
    tree.bits(.dhcpFlagsReserved, of: flags, range)
    tree.end(group)
    for (index, field) in [FieldID.dhcpIpClient, .dhcpIpYour, .dhcpIpServer, .dhcpIpRelay].enumerated() {
      try tree.ipv4(field, bytes, start + 12 + index * 4)
    }
    if length == 6 {
      try tree.ethernet(.dhcpHwMacAddr, bytes, start + 28)
    } else if (1...16).contains(length) {
      try tree.bytes(.dhcpHwAddr, bytes, start + 28, length)
    }
    if length < 16 { try tree.bytes(.dhcpHwAddrPadding, bytes, start + 28 + length, 16 - length) }
    try name(&tree, .dhcpServer, bytes, start + 44, 64)
    try name(&tree, .dhcpFile, bytes, start + 108, 128)
    guard bytes.uint32(at: start + 236) == 0x6382_5363 else { return tree.end(mark) }
    tree.add(
      .dhcpCookie, start + 236..<start + 240, .ipv4(IPv4Address(rawValue: 0x6382_5363)),
      text: "Cookie before the options: DHCP")
    try DHCPOptions.add(&tree, bytes, start + 240)
    tree.end(mark)
  }

  private static func name(
    _ tree: inout TreeBuilder, _ field: FieldID, _ bytes: Span<UInt8>, _ offset: Int, _ count: Int
  ) throws(DissectionStop) {
    try bytes.need(count, at: offset)
    let text = bytes.text(offset..<offset + count)
    tree.add(
      field, offset..<offset + count, .string(text), text: text.isEmpty ? "\(field.field.label): none" : nil)
  }
}
