import TextOutput
import Wire

/// LLDP (IEEE 802.1AB): the standard's own elements; those of organizations stay data.
enum LLDPDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.lldp, entries: [.etherType(0x88CC, to: dissector)],
    summaries: [summary])

  static let dissector = Dissector("lldp") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.lldp, start..<bytes.count)
    var position = start
    while position + 2 <= bytes.count {
      let head = try bytes.number(2, at: position)
      let (type, length) = (head >> 9, Int(head & 0x1FF))
      let end = position + 2 + length
      try bytes.need(length, at: position + 2)
      let element = tree.begin(
        .text, position..<end, .none, text: "\(ValueNames.lldpTlvType[type] ?? "Reserved"), \(length) bytes")
      tree.bits(.lldpTlvType, of: head, position..<position + 2)
      tree.bits(.lldpTlvLen, of: head, position..<position + 2)
      try addElement(type, &tree, bytes.extracting(0..<end), position + 2)
      tree.end(element)
      position = end
      if type == 0 { break }
    }
    tree.end(mark, at: position)
    if tree.buffer == 0, tree.context.networkEnd == nil { tree.context.networkEnd = position }
  }

  private static func addElement(
    _ type: UInt64, _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    let length = bytes.count - start
    switch type {
    case 1: try addChassis(&tree, bytes, start)
    case 2: try addPort(&tree, bytes, start)
    case 3: try tree.number(.lldpTimeToLive, bytes, start, 2)
    case 4: try tree.string(.lldpPortDesc, bytes, start, length)
    case 5: try tree.string(.lldpTlvSystemName, bytes, start, length)
    case 6: try tree.string(.lldpTlvSystemDesc, bytes, start, length)
    case 7:
      try addCapabilities(&tree, bytes, start, .lldpTlvSystemCap, capabilities)
      try addCapabilities(&tree, bytes, start + 2, .lldpTlvEnableSystemCap, enabledCapabilities)
    case 8: try addManagement(&tree, bytes, start)
    case 127: try tree.number(.lldpOrgtlvOui, bytes, start, 3)
    default: break
    }
  }

  private static func addChassis(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    switch try tree.number(.lldpChassisSubtype, bytes, start, 1) {
    case 4: try tree.ethernet(.lldpChassisIdMac, bytes, start + 1)
    case 5: try addNetwork(&tree, bytes, start + 1, .lldpChassisIdIp4, .lldpChassisIdIp6)
    default: try tree.bytes(.lldpChassisId, bytes, start + 1, bytes.count - start - 1)
    }
  }

  private static func addPort(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    switch try tree.number(.lldpPortSubtype, bytes, start, 1) {
    case 3: try tree.ethernet(.lldpPortIdMac, bytes, start + 1)
    case 4: try addNetwork(&tree, bytes, start + 1, .lldpPortIdIp4, .lldpPortIdIp6)
    default: try tree.string(.lldpPortId, bytes, start + 1, bytes.count - start - 1)
    }
  }

  /// An address after its family (IANA "Address Family Numbers").
  private static func addNetwork(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ ip4: FieldID, _ ip6: FieldID
  ) throws(DissectionStop) {
    switch try tree.number(.lldpNetworkAddressSubtype, bytes, start, 1) {
    case 1: try tree.ipv4(ip4, bytes, start + 1)
    case 2: try tree.ipv6(ip6, bytes, start + 1)
    default: break
    }
  }

  private static let capabilities: [FieldID] = [
    .lldpTlvSystemCapOther, .lldpTlvSystemCapRepeater, .lldpTlvSystemCapBridge, .lldpTlvSystemCapWlanAccessPt,
    .lldpTlvSystemCapRouter, .lldpTlvSystemCapTelephone, .lldpTlvSystemCapDocsisCableDevice,
    .lldpTlvSystemCapStationOnly,
  ]

  private static let enabledCapabilities: [FieldID] = [
    .lldpTlvEnableSystemCapOther, .lldpTlvEnableSystemCapRepeater, .lldpTlvEnableSystemCapBridge,
    .lldpTlvEnableSystemCapWlanAccessPt, .lldpTlvEnableSystemCapRouter, .lldpTlvEnableSystemCapTelephone,
    .lldpTlvEnableSystemCapDocsisCableDevice, .lldpTlvEnableSystemCapStationOnly,
  ]

  private static func addCapabilities(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ field: FieldID, _ bits: [FieldID]
  ) throws(DissectionStop) {
    let value = try bytes.number(2, at: start)
    let mark = tree.begin(field, start..<start + 2, .unsigned(value))
    for bit in bits { tree.bits(bit, of: value, start..<start + 2) }
    tree.end(mark)
  }

  private static func addManagement(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    let length = Int(try tree.number(.lldpMgnAddressLen, bytes, start, 1))
    let type = try tree.number(.lldpMgnAddressSubtype, bytes, start + 1, 1)
    switch (type, length) {
    case (1, 5): try tree.ipv4(.lldpMgnAddrIp4, bytes, start + 2)
    case (2, 17): try tree.ipv6(.lldpMgnAddrIp6, bytes, start + 2)
    default: try tree.bytes(.lldpMgnAddrHex, bytes, start + 2, length - 1)
    }
    try tree.run([.lldpMgnInterfaceSubtype, .lldpMgnInterfaceNumber, .lldpMgnObjLen], bytes, start + 1 + length)
  }
}
