import TextOutput

/// The part of a packet list that a protocol writes: its name in the column of protocols, and words about each message.
///
/// It is made from the nodes of a packet's tree, so no dissector knows of it.
struct ProtocolSummary: Sendable {
  typealias Function = @Sendable (_ layer: LayerFields, _ line: inout SummaryLine) -> Void

  /// The protocol, whose nodes are lent to `write`.
  let layer: FieldID
  /// The fields that `write` reads.
  let fields: [FieldID]
  let write: Function

  init(_ layer: FieldID, fields: [FieldID] = [], _ write: @escaping Function) {
    self.layer = layer
    self.fields = fields
    self.write = write
  }

  /// A protocol whose name says all that the list needs.
  init(_ layer: FieldID, named name: String, _ kind: PacketKind = .other, _ words: PrintableText = "") {
    self.init(layer) { _, line in
      line.begin(name, kind)
      if !words.isEmpty { line.say(words) }
    }
  }
}
