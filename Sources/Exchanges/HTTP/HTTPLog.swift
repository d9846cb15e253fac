import DequeModule
import QUIC

/// What all conversations share: numbers, the exchanges that ended, decoders, and the count of what is held.
final class HTTPLog {
  let options: HTTPOptions
  var pool: DecoderPool
  var heldBytes = 0
  private(set) var issued = 0
  private var ended: Deque<HTTPExchange> = []
  private var failures: Deque<FailedConnection> = []
  /// The messages that wait to be handed over; nil where nobody follows them.
  let followed: FollowedMessages?

  init(_ options: HTTPOptions) {
    self.options = options
    pool = DecoderPool(budget: options.memory)
    followed = options.followsMessages ? FollowedMessages() : nil
  }

  /// Questions and answers of DNS in streams that the name table has not taken yet.
  private(set) var names: [NameMessage] = []

  /// Keeps a message of DNS for the name table, if there is one.
  func learn(_ message: NameMessage) {
    if options.resolvesNames { names.append(message) }
  }

  /// Hands over the messages of DNS that came since the last time.
  func takeNames() -> [NameMessage] { names.isEmpty ? [] : exchange(&names, with: []) }

  /// The TLS connections of which exchanges cannot be read.
  private(set) var unreadable = UnreadableConnections()

  /// Whether heads are kept, and whether the packets that brought them are.
  var keepsDetail: Bool { options.wanted != nil || options.keepsAll }
  var keepsSources: Bool { options.wanted != nil }
  /// How much more of bodies may be kept. A quarter of the memory is left for what comes besides.
  var bodyRoom: Int { max(0, options.memory / 4 * 3 - heldBytes) }
  /// How many bodies are not kept whole for want of memory, their limits aside.
  var cutBodies = 0

  /// More frames than this are not noted.
  private static let mostControlFrames = 10_000
  /// The frames of HTTP/2 that belong to no message, in the order in which they came.
  private(set) var controlFrames: [HTTP2ControlFrame] = []

  func note(_ frame: HTTP2ControlFrame) {
    if controlFrames.count < Self.mostControlFrames { controlFrames.append(frame) }
  }

  /// The same of HTTP/3.
  private(set) var http3Frames: [HTTP3ControlFrame] = []

  func note(_ frame: HTTP3ControlFrame) {
    if http3Frames.count < Self.mostControlFrames { http3Frames.append(frame) }
  }

  /// The connections of QUIC that are not followed any more.
  private(set) var quicConnections: [QUICFacts] = []

  func note(_ connection: QUICFacts) {
    if quicConnections.count < Self.mostControlFrames { quicConnections.append(connection) }
  }

  /// How many connections that failed may wait to be handed over, and how many were left out because there were more.
  private static let mostFailures = 10_000
  private(set) var omittedFailures = 0

  /// The next number.
  func issue() -> Int {
    issued += 1
    heldBytes += OpenExchange.cost
    return issued
  }

  func retire(_ exchange: HTTPExchange) {
    heldBytes -= OpenExchange.cost
    ended.append(exchange)
  }

  func note(_ connection: UnreadableConnection) { unreadable.add(connection) }

  /// Takes the word that a connection has failed before any request.
  func fail(_ connection: FailedConnection) {
    guard options.reportsFailures else { return }
    // Those that are open at the end of a capture fail all at once.
    if failures.count < Self.mostFailures { failures.append(connection) } else { omittedFailures += 1 }
  }

  /// The next exchange that has ended. A connection that failed gets its number here, which is later than it began.
  func next() -> HTTPExchange? {
    if let exchange = ended.popFirst() { return exchange }
    guard let failed = failures.popFirst() else { return nil }
    issued += 1
    return failed.exchange(issued)
  }
}
