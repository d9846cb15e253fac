import TextOutput
import Wire

/// PPP over Ethernet (RFC 2516): discovery with its tags, and sessions.
enum PPPoEDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.pppoe,
    entries: [.etherType(0x8863, to: discovery), .etherType(0x8864, to: session)], summaries: LinkSummaries.pppoe)

  static let discovery = Dissector("pppoed") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.pppoed, start..<bytes.count)
    let end = try header(&tree, bytes, start)
    var position = start + PPPoEHeader.length
    if position < end {
      let tags = tree.begin(.pppoedTags, position..<end, .none)
      while position + 4 <= end { try addTag(&tree, bytes, &position) }
      tree.end(tags)
    }
    tree.end(mark, at: end)
  }

  static let session = Dissector("pppoes") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.pppoes, start..<start + PPPoEHeader.length)
    let end = try header(&tree, bytes, start)
    tree.end(mark)
    tree.run(PPPDissector.dissector, bytes.extracting(0..<end), start + PPPoEHeader.length)
  }

  /// Adds the header; gives where the packet ends, after which comes what pads the Ethernet frame.
  private static func header(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) -> Int {
    let first = try bytes.number(1, at: start)
    tree.bits(.pppoeVersion, of: first, start..<start + 1)
    tree.bits(.pppoeType, of: first, start..<start + 1)
    try tree.run([.pppoeCode, .pppoeSessionId, .pppoePayloadLength], bytes, start + 1)
    let end = start + PPPoEHeader.length + Int(try bytes.number(2, at: start + 4))
    if tree.buffer == 0, tree.context.networkEnd == nil { tree.context.networkEnd = end }
    return min(bytes.count, end)
  }

  private static func addTag(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(DissectionStop) {
    let type = try bytes.number(2, at: position)
    let (start, length) = (position + 4, Int(try bytes.number(2, at: position + 2)))
    position = start + length
    switch type {
    case 0: break
    case 0x0101: try tree.string(.pppoedTagsServiceName, bytes, start, length)
    case 0x0102: try tree.string(.pppoedTagsAcName, bytes, start, length)
    case 0x0103: try tree.bytes(.pppoedTagsHostUniq, bytes, start, length)
    case 0x0104: try tree.bytes(.pppoedTagsAcCookie, bytes, start, length)
    case 0x0105:
      try tree.number(.pppoedTagsVendorId, bytes, start, 4)
      if length > 4 { try tree.bytes(.pppoedTagsVendorUnspecified, bytes, start + 4, length - 4) }
    case 0x0110: try tree.bytes(.pppoedTagsRelaySessionId, bytes, start, length)
    case 0x0120: try tree.bytes(.pppoedTagsMaxPayload, bytes, start, length)
    case 0x0201: try tree.string(.pppoedTagsServiceNameError, bytes, start, length)
    case 0x0202: try tree.string(.pppoedTagsAcSystemError, bytes, start, length)
    case 0x0203: try tree.string(.pppoedTagsGenericError, bytes, start, length)
    default:
      try tree.number(.pppoedTag, bytes, start - 4, 2)
      try tree.bytes(.pppoedTagUnknownData, bytes, start, length)
    }
  }
}
