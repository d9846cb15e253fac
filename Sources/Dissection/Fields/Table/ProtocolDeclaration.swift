/// Everything that one protocol brings to the tree; `ProtocolRegistry` lists the declarations.
///
/// The numbers that lead to the protocol, the names for `--decode-as`, the recognition of datagrams, the fields that filters
/// know and the sections of `docs/fields.md` all come from here.
struct ProtocolDeclaration: Sendable {
  /// Numbers in a header below that lead to a dissector. Its name is also one for `--decode-as` on the table.
  struct Entry: Sendable {
    let table: DissectorTables.Table
    let numbers: [UInt32]
    let dissector: Dissector

    static func etherType(_ numbers: UInt32..., to dissector: Dissector) -> Entry {
      Entry(table: .etherType, numbers: numbers, dissector: dissector)
    }

    static func ipProtocol(_ numbers: UInt32..., to dissector: Dissector) -> Entry {
      Entry(table: .ipProtocol, numbers: numbers, dissector: dissector)
    }

    /// Without a number, the user's word alone leads to the dissector.
    static func udpPort(_ numbers: UInt32..., to dissector: Dissector) -> Entry {
      Entry(table: .udpPort, numbers: numbers, dissector: dissector)
    }
  }

  /// The fields, the protocol's own first.
  let fields: [Field]
  let entries: [Entry]
  /// How a datagram on any port is recognized.
  let recognition: DatagramRecognition?
  /// How its messages are found in a stream.
  let framing: StreamFraming?
  /// The rows of the packet list for the protocols that are declared here.
  let summaries: [ProtocolSummary]
  /// What `docs/fields.md` says about how the protocol is recognized, in Markdown.
  let note: String?

  init(
    fields: [Field], entries: [Entry] = [], recognition: DatagramRecognition? = nil, framing: StreamFraming? = nil,
    summaries: [ProtocolSummary] = [], note: String? = nil
  ) {
    self.fields = fields
    self.entries = entries
    self.recognition = recognition
    self.framing = framing
    self.summaries = summaries
    self.note = note
  }

  /// Whether datagrams carry it.
  var isOverUDP: Bool { recognition != nil || entries.contains { $0.table == .udpPort } }
}
