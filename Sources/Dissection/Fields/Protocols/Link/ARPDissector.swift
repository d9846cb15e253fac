import TextOutput
import Wire

/// ARP and reverse ARP (RFC 826, RFC 903, RFC 5227).
enum ARPDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.arp,
    entries: [.etherType(0x0806, 0x8035, to: dissector)], summaries: [summary])

  static let dissector = Dissector("arp") { (tree, bytes, start) throws(DissectionStop) in
    try bytes.need(8, at: start)
    let operation = try bytes.number(2, at: start + 6)
    let (hardware, network) = (Int(bytes[start + 4]), Int(bytes[start + 5]))
    let end = start + 8 + 2 * (hardware + network)
    tree.context.networkEnd = end
    let sender = start + 8
    let target = sender + hardware + network
    let hardwareType = try bytes.number(2, at: start)
    let isEthernet = (hardwareType == 1 || hardwareType == 6) && hardware == 6
    let isIP = try bytes.number(2, at: start + 2) == 0x0800 && network == 4
    let addresses =
      isIP ? (try? bytes.number(4, at: sender + hardware), try? bytes.number(4, at: target + hardware)) : (nil, nil)
    let isGratuitous = (operation == 1 || operation == 2) && addresses.0 != nil && addresses.0 == addresses.1
    // RFC 5227: probes and announcements name no hardware that they look for.
    let isOpen = operation == 1 && (try? bytes.number(6, at: target)) == 0
    let name = operation == 1 ? "request" : operation == 2 ? "reply" : "operation \(operation)"
    let mark = tree.beginProtocol(
      .arp, start..<max(start, min(bytes.count, end)),
      text:
        "ARP \(isGratuitous && isOpen ? "announcement" : name)\(isGratuitous && !isOpen ? ", gratuitous" : "")"
    )
    try tree.number(.arpHwType, bytes, start, 2)
    try tree.number(.arpProtoType, bytes, start + 2, 2)
    try tree.number(.arpHwSize, bytes, start + 4, 1)
    try tree.number(.arpProtoSize, bytes, start + 5, 1)
    try tree.number(.arpOpcode, bytes, start + 6, 2)
    if isGratuitous {
      tree.generate(.arpIsgratuitous, .boolean(true))
      if isOpen { tree.generate(.arpIsannouncement, .boolean(true)) }
    } else if isIP, isOpen, addresses.0 == 0 {
      tree.generate(.arpIsprobe, .boolean(true))
    }
    try addHardware(&tree, bytes, sender, hardware, isEthernet, .arpSrcHwMac, .arpSrcHw)
    try addNetwork(&tree, bytes, sender + hardware, network, isIP, .arpSrcProtoIpv4, .arpSrcProto)
    try addHardware(&tree, bytes, target, hardware, isEthernet, .arpDstHwMac, .arpDstHw)
    if operation == 7, network > 0 {
      try tree.number(.arpDstDrarpErrorStatus, bytes, target + hardware, 1)
    } else {
      try addNetwork(&tree, bytes, target + hardware, network, isIP, .arpDstProtoIpv4, .arpDstProto)
    }
    tree.end(mark)
  }

  private static func addHardware(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int, _ length: Int, _ isEthernet: Bool, _ mac: FieldID,
    _ other: FieldID
  ) throws(DissectionStop) {
    guard length > 0 else { return }
    if isEthernet { try tree.ethernet(mac, bytes, offset) } else { try tree.bytes(other, bytes, offset, length) }
  }

  private static func addNetwork(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int, _ length: Int, _ isIP: Bool, _ ip: FieldID,
    _ other: FieldID
  ) throws(DissectionStop) {
    guard length > 0 else { return }
    if isIP { try tree.ipv4(ip, bytes, offset) } else { try tree.bytes(other, bytes, offset, length) }
  }
}
