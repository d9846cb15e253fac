import Wire

/// Cuts the streams of TCP conversations into the messages of their protocols, as packets complete them.
struct MessageStreams: StreamConsumer {
  /// The longest message that is kept to be shown, in bytes; of longer ones only what comes first is.
  static let messageLimit = 16 << 20

  /// What the packet at hand brought, in the order of its bytes.
  var items: [StreamItem] = []
  /// Whether the payload of the packet at hand is not all in the capture.
  var isCut = false
  var heldBytes = 0
  /// Whether the bytes of bodies are wanted, and not the heads of messages alone.
  let keepsBodies: Bool
  /// Where the user has given ports a meaning.
  let tables: DissectorTables
  private var conversations: [StreamConversation?] = []

  init(keepsBodies: Bool, tables: DissectorTables) {
    self.keepsBodies = keepsBodies
    self.tables = tables
  }

  mutating func open(_ flow: Int, _ identity: FlowIdentity) {
    while conversations.count <= flow { conversations.append(nil) }
    conversations[flow] = StreamConversation(identity, decodedAs: tables.override(of: identity))
  }

  /// Whether it is known what a flow speaks.
  func isKnown(_ flow: Int) -> Bool {
    guard flow < conversations.count, let application = conversations[flow]?.application else { return false }
    return application != .unknown && application != .data
  }

  mutating func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece) {
    guard let conversation = conversations[piece.flow] else { return }
    let before = conversation.heldBytes
    conversation.receive(bytes, piece, &self)
    heldBytes += conversation.heldBytes - before
  }

  mutating func miss(_ count: Int64, _ piece: StreamPiece) {
    guard let conversation = conversations[piece.flow] else { return }
    let before = conversation.heldBytes
    conversation.miss(count, piece, &self)
    heldBytes += conversation.heldBytes - before
  }

  mutating func end(_ flow: Int, _ side: FlowSide, _ now: PacketMark) {
    guard let conversation = conversations[flow] else { return }
    let before = conversation.heldBytes
    conversation.end(side, now, &self)
    heldBytes += conversation.heldBytes - before
  }

  mutating func connect(_ flow: Int, opened: PacketMark, connected: PacketMark) {}

  mutating func reset(_ flow: Int, _ side: FlowSide, _ now: PacketMark) {}

  mutating func note(_ finding: TCPFinding, _ flow: Int) {}

  mutating func close(_ flow: Int, _ closure: FlowClosure, _ now: PacketMark) {
    guard let conversation = conversations[flow] else { return }
    heldBytes -= conversation.heldBytes
    conversations[flow] = nil
  }
}
