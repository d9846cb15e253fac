package import TextOutput

/// A packet in one row, as in Wireshark's list: from whom, to whom, the highest protocol in it, and what that says.
///
/// The protocol is the one that was found by dissection in this packet, whatever the ports are. A segment that is only a part of a
/// message is TCP; the packet that completes the message has the message's protocol.
package struct PacketSummary: Sendable, Equatable {
  /// The addresses of the innermost network header, or else of the link layer. Empty where there are none.
  package let source: PrintableText
  package let destination: PrintableText
  /// The name of the highest protocol, as Wireshark's column has it.
  package let name: PrintableText
  /// The messages of that protocol, then what else is to be said of the packet.
  package let info: PrintableText
  /// The fate of the packet on the link, as a comment of the capture says: `delayed 103 ms`. Empty where none says so.
  package let fate: PrintableText
  /// The kind of traffic.
  package let kind: PacketKind

  /// The fields that a tree must have for its summary; no texts are needed.
  package static let fields = FieldSet(
    ProtocolRegistry.all.flatMap(\.summaries).flatMap { [$0.layer] + $0.fields })

  private static let summaries: [FieldID: ProtocolSummary] = Dictionary(
    ProtocolRegistry.all.flatMap(\.summaries).map { ($0.layer, $0) }, uniquingKeysWith: { first, _ in first })

  /// Summarizes a packet whose tree has at least the fields in `fields`.
  package init(_ tree: FieldTree) {
    var line = SummaryLine()
    var start = 0
    while start < tree.nodes.count, !line.isOver {
      var end = start + 1
      while end < tree.nodes.count, tree.nodes[end].depth > 0 { end += 1 }
      if let summary = Self.summaries[tree.nodes[start].field] {
        summary.write(LayerFields(tree: tree, range: start..<end), &line)
      }
      start = end
    }
    if let stop = tree.stop { line.note(stop == .cut ? "cut by the capture" : "malformed") }
    (source, destination, name, info) = (line.source, line.destination, line.name, line.words)
    (fate, kind) = (line.fate, line.kind)
  }
}
