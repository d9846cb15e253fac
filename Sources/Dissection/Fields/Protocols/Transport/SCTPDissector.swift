import TextOutput
import Wire

/// SCTP (RFC 9260): the common header and the headers of chunks.
enum SCTPDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.sctp, entries: [.ipProtocol(132, to: dissector)],
    summaries: [summary])

  private static let ports = TransportPorts(
    layer: .sctp, name: "SCTP", headerLength: 12, source: .sctpSrcport,
    destination: .sctpDstport, either: .sctpPort)

  static let dissector = Dissector("sctp") { (tree, bytes, start) throws(DissectionStop) in
    let mark = try ports.begin(&tree, bytes, start)
    try tree.number(.sctpVerificationTag, bytes, start + 4, 4)
    let checksum = try bytes.number(4, at: start + 8)
    tree.add(
      .sctpChecksum, start + 8..<start + 12, .unsigned(checksum),
      text: "Checksum of the packet: \(TextFormat.hex(checksum, 8)), not checked")
    tree.generate(.sctpChecksumStatus, .unsigned(2))
    var position = start + 12
    while position + 4 <= bytes.count { try addChunk(&tree, bytes, &position) }
    tree.end(mark)
  }

  private static func addChunk(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(DissectionStop) {
    let start = position
    let type = try bytes.number(1, at: start)
    let length = Int(try bytes.number(2, at: start + 2))
    let end = min(bytes.count, start + max(4, length))
    let name = ValueNames.sctpChunkType[type] ?? "Reserved"
    let mark = tree.begin(.text, start..<end, .none, text: "Chunk \(name)")
    let chunk = tree.begin(.sctpChunkType, start..<start + 1, .unsigned(type))
    tree.bits(.sctpChunkBit1, of: type, start..<start + 1)
    tree.bits(.sctpChunkBit2, of: type, start..<start + 1)
    tree.end(chunk)
    try tree.run([.sctpChunkFlags, .sctpChunkLength], bytes, start + 1)
    guard length >= 4 else { throw .malformed }
    tree.end(mark)
    position = start + (length + 3) / 4 * 4
    if end < min(position, bytes.count), start + length <= bytes.count {
      try tree.bytes(.sctpChunkPadding, bytes, end, min(position, bytes.count) - end)
    }
  }
}
