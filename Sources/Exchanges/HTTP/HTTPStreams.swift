import Streams
import Wire

/// Gives each conversation's streams to its own reader of HTTP, as long as they may be HTTP.
struct HTTPStreams: StreamConsumer {
  private enum Slot {
    case unknown(FlowIdentity)
    case reading(RecognizedConversation)
    case ignored
  }

  var log: HTTPLog
  private var slots: [Slot] = []
  private var attempts = ConnectionAttempts()
  /// The number of conversations that wait to hear what their clients have received.
  private var waiting = 0

  init(_ options: HTTPOptions) {
    log = HTTPLog(options)
  }

  var heldBytes: Int { log.heldBytes + slots.count * MemoryLayout<Slot>.stride + attempts.heldBytes }

  mutating func open(_ flow: Int, _ identity: FlowIdentity) {
    // Room that is not used yet costs nothing; growing would have all of it twice.
    if slots.count == 1024 { slots.reserveCapacity(1 << 18) }
    while slots.count <= flow { slots.append(.ignored) }
    let isWanted = log.options.stream ?? identity.stream == identity.stream
    let application = log.options.applications[identity]
    let isRead = application == nil || [.http, .http2, .tls].contains(application)
    slots[flow] = isWanted && isRead ? .unknown(identity) : .ignored
  }

  mutating func knock(_ flow: Int, _ side: FlowSide, isAnswer: Bool, _ now: PacketMark) {
    guard log.options.reportsFailures, flow < slots.count else { return }
    switch slots[flow] {
    case .unknown: attempts.knock(flow, side, isAnswer: isAnswer, isFirst: true, now)
    // What was found of a SYN may have made a reader already.
    case .reading: attempts.knock(flow, side, isAnswer: isAnswer, isFirst: false, now)
    case .ignored: break
    }
  }

  /// The first SYN of the oldest connection that may still fail; nil if there is none.
  mutating func earliestAttempt() -> PacketMark? { attempts.earliest() }

  /// Takes the word of an ICMP error that a side's packet was not delivered.
  mutating func reject(_ flow: Int, _ side: FlowSide, _ rejection: ICMPRejection, _ now: PacketMark) {
    attempts.reject(flow, side, rejection, now)
  }

  mutating func connect(_ flow: Int, opened: PacketMark, connected: PacketMark) {
    attempts.connect(flow)
    guard let origin = conversation(flow)?.origin else { return }
    origin.opened = opened
    origin.connected = connected
  }

  mutating func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece) {
    guard let conversation = conversation(piece.flow) else { return }
    attempts.forget(piece.flow)
    conversation.receive(bytes, piece, log)
    count(conversation)
    if conversation.isOpaque { forget(piece.flow, conversation) }
  }

  mutating func miss(_ count: Int64, _ piece: StreamPiece) {
    guard let conversation = conversation(piece.flow) else { return }
    conversation.miss(count, piece, log)
    self.count(conversation)
  }

  mutating func end(_ flow: Int, _ side: FlowSide, _ now: PacketMark) {
    attempts.forget(flow)
    withHTTP(flow) { $0.end(of: side, now, $1) }
  }

  mutating func reset(_ flow: Int, _ side: FlowSide, _ now: PacketMark) {
    var connected: PacketMark?
    if flow < slots.count, case .reading(let conversation) = slots[flow] { connected = conversation.origin.connected }
    if let identity = identity(flow),
      let failed = attempts.reset(flow, identity, connected: connected, by: side, now)
    {
      log.fail(failed)
    }
    withHTTP(flow) { $0.reset(by: side, now, $1) }
  }

  var awaitsAcknowledgments: Bool { waiting > 0 }

  mutating func acknowledge(_ flow: Int, _ side: FlowSide, upTo offset: Int64) {
    guard let conversation = reading(flow), conversation.isWaiting else { return }
    conversation.acknowledge(side, upTo: offset, log)
    count(conversation)
    if conversation.isOpaque { forget(flow, conversation) }
  }

  mutating func note(_ finding: TCPFinding, _ flow: Int) {
    conversation(flow)?.note(finding)
  }

  mutating func close(_ flow: Int, _ closure: FlowClosure, _ now: PacketMark) {
    if let identity = identity(flow), let failed = attempts.close(flow, identity, closure) { log.fail(failed) }
    withHTTP(flow) { $0.close(closure, now, $1) }
    if flow < slots.count, case .reading(let conversation) = slots[flow] {
      // Its last packets tell whether the client received the last response.
      guard closure != .finished || !conversation.isWaiting else { return }
      forget(flow, conversation)
    } else if flow < slots.count {
      slots[flow] = .ignored
    }
  }

  /// Reads what waited for secrets that have come.
  mutating func secretsChanged() {
    for case .reading(let conversation) in slots {
      conversation.secretsChanged(log)
      count(conversation)
    }
  }

  /// The reader of a flow, made when the flow first says something.
  private mutating func conversation(_ flow: Int) -> RecognizedConversation? {
    guard flow < slots.count else { return nil }
    switch slots[flow] {
    case .reading(let conversation): return conversation
    case .ignored: return nil
    case .unknown(let identity):
      let conversation = RecognizedConversation(
        ConversationOrigin(identity), application: log.options.applications[identity])
      count(conversation)
      slots[flow] = .reading(conversation)
      return conversation
    }
  }

  private func identity(_ flow: Int) -> FlowIdentity? {
    guard flow < slots.count else { return nil }
    switch slots[flow] {
    case .reading(let conversation): return conversation.origin.identity
    case .unknown(let identity): return identity
    case .ignored: return nil
    }
  }

  private mutating func forget(_ flow: Int, _ conversation: RecognizedConversation) {
    log.heldBytes -= conversation.countedBytes
    conversation.countedBytes = 0
    if conversation.isWaiting { waiting -= 1 }
    conversation.isWaiting = false
    slots[flow] = .ignored
  }

  private mutating func withHTTP(_ flow: Int, _ action: (RecognizedConversation, HTTPLog) -> Void) {
    guard flow < slots.count, case .reading(let conversation) = slots[flow] else { return }
    action(conversation, log)
    count(conversation)
  }

  /// Counts anew what a conversation holds; once for each packet, because this goes through all of its layers.
  private mutating func count(_ conversation: RecognizedConversation) {
    let held = conversation.heldBytes
    log.heldBytes += held - conversation.countedBytes
    conversation.countedBytes = held
    let isWaiting = conversation.awaitsAcknowledgments
    guard isWaiting != conversation.isWaiting else { return }
    waiting += isWaiting ? 1 : -1
    conversation.isWaiting = isWaiting
  }
}

extension HTTPStreams {
  private func reading(_ flow: Int) -> RecognizedConversation? {
    if flow < slots.count, case .reading(let conversation) = slots[flow] { conversation } else { nil }
  }

  /// Whether a conversation is read, and is not HTTP/1 in the clear.
  func isLayered(_ flow: Int) -> Bool { reading(flow)?.isLayered ?? false }

  /// Whether a conversation is HTTP/1 in the clear that answers without a tunnel or an upgrade.
  func isPlain(_ flow: Int) -> Bool { reading(flow)?.isPlain ?? false }

  /// Whether a conversation waits for the secrets of TLS.
  func awaitsSecret(_ flow: Int) -> Bool { reading(flow)?.awaitsSecret ?? false }

  /// The exchanges of a conversation that are going on.
  func openExchanges(of flow: Int) -> [HTTPExchange] { reading(flow)?.standing ?? [] }

  /// Reads no more of a conversation.
  mutating func ignore(_ flow: Int) {
    if let conversation = reading(flow) { forget(flow, conversation) }
  }

  /// The exchanges that are going on, as far as they have come.
  var openExchanges: [HTTPExchange] {
    slots.flatMap { slot -> [HTTPExchange] in
      if case .reading(let conversation) = slot { conversation.standing } else { [] }
    }
  }
}
