import TextOutput
import Wire

/// What Linux's packet filter logged: attributes, of which one is the packet.
enum NFLOGDissector {
  static let dissector = Dissector("nflog") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.nflog, start..<bytes.count)
    try tree.run([.nflogFamily, .nflogVersion, .nflogResId], bytes, start)
    var payload: Range<Int>?
    var position = start + NFLOGHeader.length
    while payload == nil, position < bytes.count {
      guard let attribute = try? NFLOGAttribute(bytes, at: position) else { throw .bounds }
      try add(attribute, &tree, bytes, position)
      if attribute.type == NFLOGAttribute.payload { payload = attribute.value }
      position = attribute.end
    }
    tree.end(mark)
    guard let payload, let family = try? NFLOGHeader(bytes, at: start) else { return }
    let packet = bytes.extracting(0..<payload.upperBound)
    switch family.etherType {
    case .ipv4: tree.run(IPv4Dissector.dissector, packet, payload.lowerBound)
    case .ipv6: tree.run(IPv6Dissector.dissector, packet, payload.lowerBound)
    default: tree.data(packet, payload.lowerBound)
    }
  }

  private static func add(
    _ attribute: NFLOGAttribute, _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    let number = UInt64(attribute.type & 0x7FFF)
    let length = attribute.isBigEndian ? bytes.uint16(at: start) : bytes.uint16(at: start).byteSwapped
    let name = ValueNames.nflogTlvType[number] ?? "kind \(number)"
    let mark = tree.begin(
      .nflogTlv, start..<attribute.value.upperBound, .bytes, text: "Attribute: \(name) (\(number)), \(length) bytes")
    tree.add(.nflogTlvLength, start..<start + 2, .unsigned(UInt64(length)))
    tree.add(.nflogTlvType, start + 2..<start + 4, .unsigned(number))
    try addValue(attribute, &tree, bytes)
    tree.end(mark)
  }

  private static func addValue(
    _ attribute: NFLOGAttribute, _ tree: inout TreeBuilder, _ bytes: Span<UInt8>
  ) throws(DissectionStop) {
    let value = attribute.value
    switch attribute.type & 0x7FFF {
    case 1:
      try tree.number(.nflogProtocol, bytes, value.lowerBound, 2)
      try tree.number(.nflogHook, bytes, value.lowerBound + 2, 1)
    case 3:
      let seconds = Int64(truncatingIfNeeded: try bytes.number(8, at: value.lowerBound))
      let micros = Int64(truncatingIfNeeded: try bytes.number(8, at: value.lowerBound + 8))
      tree.add(
        .nflogTimestamp, value, .absoluteTime(seconds &* 1_000_000_000 &+ micros &* 1000))
    case 4: try tree.number(.nflogIfindexIndev, bytes, value.lowerBound, 4)
    case 5: try tree.number(.nflogIfindexOutdev, bytes, value.lowerBound, 4)
    case 6: try tree.number(.nflogIfindexPhysindev, bytes, value.lowerBound, 4)
    case 7: try tree.number(.nflogIfindexPhysoutdev, bytes, value.lowerBound, 4)
    case 9: break
    case 10: try tree.string(.nflogPrefix, bytes, value.lowerBound, value.count)
    case 11: try addOwner(.nflogUid, &tree, bytes, value)
    case 14: try addOwner(.nflogGid, &tree, bytes, value)
    default: try tree.bytes(.nflogTlvValue, bytes, value.lowerBound, value.count)
    }
  }

  private static func addOwner(
    _ field: FieldID, _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ value: Range<Int>
  ) throws(DissectionStop) {
    let number = Int32(truncatingIfNeeded: try bytes.number(4, at: value.lowerBound))
    tree.add(field, value, .signed(Int64(number)))
  }
}
