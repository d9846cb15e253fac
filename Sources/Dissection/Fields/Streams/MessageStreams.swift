import Streams
import TLS
import Wire

/// Cuts the streams of TCP conversations into the messages of their protocols, as packets complete them.
struct MessageStreams: StreamConsumer {
  /// The longest message that is kept to be shown, in bytes; of longer ones only what comes first is.
  let messageLimit: Int

  /// What the packet at hand brought, in the order of its bytes.
  var items: [StreamItem] = []
  /// Whether the payload of the packet at hand is not all in the capture.
  var isCut = false
  /// Whether the packet at hand brings bytes again with other content.
  var hasConflict = false
  var heldBytes = 0
  /// Whether the bytes of bodies are wanted, and not the heads of messages alone.
  let keepsBodies: Bool
  /// What the user says that the conversations on some ports speak.
  let applications: PortApplications
  /// The secrets with which TLS is decrypted, if it is.
  let keys: KeyLog?
  private enum Slot {
    /// Nothing was said yet.
    case silent(FlowIdentity)
    case speaking(StreamConversation)
    case closed
  }

  private var slots: [Slot] = []

  init(keepsBodies: Bool, applications: PortApplications, keys: KeyLog?, messageLimit: Int) {
    self.messageLimit = messageLimit
    self.keepsBodies = keepsBodies
    self.applications = applications
    self.keys = keys
  }

  mutating func open(_ flow: Int, _ identity: FlowIdentity) {
    // Room that is not used yet costs nothing; growing would have all of it twice.
    if slots.count == 1024 { slots.reserveCapacity(1 << 18) }
    while slots.count <= flow {
      slots.append(.closed)
      heldBytes += MemoryLayout<Slot>.stride
    }
    slots[flow] = .silent(identity)
  }

  /// A flow's conversation, made when the flow first says something.
  private mutating func conversation(_ flow: Int) -> StreamConversation? {
    guard flow < slots.count else { return nil }
    switch slots[flow] {
    case .speaking(let conversation): return conversation
    case .closed: return nil
    case .silent(let identity):
      let conversation = StreamConversation(identity, decodedAs: applications[identity])
      account(for: conversation)
      slots[flow] = .speaking(conversation)
      return conversation
    }
  }

  /// Whether it is known what a flow speaks.
  func isKnown(_ flow: Int) -> Bool {
    guard flow < slots.count, case .speaking(let conversation) = slots[flow] else { return false }
    let application = conversation.application
    return application != .unknown && application != .data
  }

  mutating func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece) {
    guard let conversation = conversation(piece.flow) else { return }
    conversation.receive(bytes, piece, &self)
    account(for: conversation)
  }

  mutating func miss(_ count: Int64, _ piece: StreamPiece) {
    guard let conversation = conversation(piece.flow) else { return }
    conversation.miss(count, piece, &self)
    account(for: conversation)
  }

  mutating func end(_ flow: Int, _ side: FlowSide, _ now: PacketMark) {
    guard flow < slots.count, case .speaking(let conversation) = slots[flow] else { return }
    conversation.end(side, now, &self)
    account(for: conversation)
  }

  mutating func connect(_ flow: Int, opened: PacketMark, connected: PacketMark) {}

  mutating func reset(_ flow: Int, _ side: FlowSide, _ now: PacketMark) {}

  mutating func note(_ finding: TCPFinding, _ flow: Int) {
    if finding.kind == .conflict { hasConflict = true }
  }

  mutating func close(_ flow: Int, _ closure: FlowClosure, _ now: PacketMark) {
    guard flow < slots.count else { return }
    if case .speaking(let conversation) = slots[flow] { heldBytes -= conversation.countedBytes }
    slots[flow] = .closed
  }

  /// Counts what a conversation holds now.
  private mutating func account(for conversation: StreamConversation) {
    let held = conversation.heldBytes
    heldBytes += held - conversation.countedBytes
    conversation.countedBytes = held
  }
}
