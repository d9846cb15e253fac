import TextOutput
import Wire

/// Spanning tree: configuration, topology change and rapid BPDUs (IEEE 802.1D clause 9); what multiple spanning trees add
/// stays unread.
enum STPDissector {
  static let dissector = Dissector("stp") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.stp, start..<bytes.count)
    let identifier = try tree.number(.stpProtocol, bytes, start, 2, text: "\(identifierText(bytes, start))")
    let version = try tree.number(.stpVersion, bytes, start + 2, 1)
    let type = try tree.number(.stpType, bytes, start + 3, 1)
    guard identifier == 0, type == 0 || type == 2 else { return tree.end(mark) }
    try addFlags(&tree, bytes, start + 4, isRapid: type == 2)
    try addBridge(
      &tree, bytes, start + 5, "Root of the tree", .stpRootPrio, .stpRootExt, .stpRootHw)
    try tree.number(.stpRootCost, bytes, start + 13, 4)
    try addBridge(
      &tree, bytes, start + 17, "This bridge", .stpBridgePrio, .stpBridgeExt, .stpBridgeHw)
    try tree.number(.stpPort, bytes, start + 25, 2)
    for (index, field) in [FieldID.stpMsgAge, .stpMaxAge, .stpHello, .stpForward].enumerated() {
      let offset = start + 27 + index * 2
      // In units of 1/256 of a second.
      tree.add(field, offset..<offset + 2, .double(Double(try bytes.number(2, at: offset)) / 256))
    }
    if version >= 2, type == 2 { try tree.number(.stpVersion1Length, bytes, start + 35, 1) }
    tree.end(mark)
  }

  private static func identifierText(_ bytes: Span<UInt8>, _ start: Int) -> String {
    let number = (try? bytes.number(2, at: start)) ?? 0
    return
      "Protocol (0 for spanning tree): \(number) (\(TextFormat.hex(number, 4)))"
  }

  private static func addFlags(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int, isRapid: Bool
  ) throws(DissectionStop) {
    let flags = try bytes.number(1, at: offset)
    let range = offset..<offset + 1
    let mark = tree.begin(.stpFlags, range, .unsigned(flags))
    let fields: [FieldID] =
      isRapid
      ? [
        .stpFlagsTcack, .stpFlagsAgreement, .stpFlagsForwarding, .stpFlagsLearning, .stpFlagsPortRole,
        .stpFlagsProposal, .stpFlagsTc,
      ] : [.stpFlagsTcack, .stpFlagsTc]
    for field in fields { tree.bits(field, of: flags, range) }
    tree.end(mark)
  }

  private static func addBridge(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int, _ name: String, _ priority: FieldID,
    _ system: FieldID, _ address: FieldID
  ) throws(DissectionStop) {
    let first = try bytes.number(2, at: offset)
    let hardware = MACAddress(rawValue: try bytes.number(6, at: offset + 2))
    let mark = tree.begin(
      .text, offset..<offset + 8, .none,
      text: "\(name): priority \(first & 0xF000), extension \(first & 0xFFF), \(hardware)")
    tree.add(priority, offset..<offset + 1, .unsigned(first & 0xF000))
    tree.add(system, offset..<offset + 2, .unsigned(first & 0xFFF))
    tree.add(address, offset + 2..<offset + 8, .ethernet(hardware))
    tree.end(mark)
  }
}
