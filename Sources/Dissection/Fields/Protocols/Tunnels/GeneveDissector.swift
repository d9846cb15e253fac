import TextOutput
import Wire

/// Geneve (RFC 8926).
enum GeneveDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.geneve,
    entries: [.udpPort(UInt32(GeneveHeader.port), to: dissector)], summaries: [TunnelSummaries.geneve])

  static let dissector = Dissector("geneve") { (tree, bytes, start) throws(DissectionStop) in
    let first = try bytes.number(1, at: start)
    let identifier = try bytes.number(3, at: start + 4)
    let length = Int(first & 0x3F) * 4
    let mark = tree.beginProtocol(
      .geneve, start..<start + 8 + length,
      text: "Geneve, virtual network \(TextFormat.hex(identifier, 6))")
    tree.add(.geneveVersion, start..<start + 1, .unsigned(first >> 6))
    tree.add(
      .geneveOptionLength, start..<start + 1, .unsigned(UInt64(length)), text: "Length of the options: \(length) bytes")
    guard first >> 6 == 0 else { return tree.end(mark) }
    let flags = try bytes.number(1, at: start + 1)
    let bits = tree.begin(.geneveFlags, start + 1..<start + 2, .unsigned(flags))
    for field in [FieldID.geneveFlagsOam, .geneveFlagsCritical, .geneveFlagsReserved] {
      tree.bits(field, of: flags, start + 1..<start + 2)
    }
    tree.end(bits)
    let type = try tree.number(.geneveProtoType, bytes, start + 2, 2)
    try tree.number(.geneveVni, bytes, start + 4, 3)
    let reserved = try bytes.number(1, at: start + 7)
    tree.add(
      .geneveReserved, start + 7..<start + 8, .unsigned(reserved), traits: reserved == 0 ? .hidden : [])
    if length > 0 { try addOptions(&tree, bytes, start + 8..<start + 8 + length) }
    tree.end(mark)
    tree.dispatchInTunnel(
      etherType: EtherType(rawValue: UInt16(truncatingIfNeeded: type)), bytes, start + 8 + length)
  }

  private static func addOptions(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(DissectionStop) {
    try bytes.need(range.count, at: range.lowerBound)
    let mark = tree.begin(.geneveOptions, range, .bytes, text: "Options of Geneve: \(range.count) bytes")
    var position = range.lowerBound
    while position < range.upperBound {
      let length = 4 + Int(try bytes.number(1, at: position + 3) & 0x1F) * 4
      guard position + length <= range.upperBound else { throw .malformed }
      let option = tree.begin(.geneveOption, position..<position + length, .bytes)
      try tree.number(.geneveOptionClass, bytes, position, 2)
      let type = try tree.number(.geneveOptionType, bytes, position + 2, 1)
      tree.hideBits(.geneveOptionTypeCritical, of: type, position + 2..<position + 3)
      let head = try bytes.number(1, at: position + 3)
      tree.hide(.geneveOptionFlags, position + 3..<position + 4, .unsigned(head & 0xE0))
      tree.hideBits(.geneveOptionFlagsReserved, of: head, position + 3..<position + 4)
      tree.add(
        .geneveOptionLength, position + 3..<position + 4, .unsigned(UInt64(length)),
        text: "Length of the options: \(length) bytes")
      try tree.bytes(.geneveOptionUnknownData, bytes, position + 4, length - 4)
      tree.end(option)
      position += length
    }
    tree.end(mark)
  }
}
