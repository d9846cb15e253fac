/// What the packets after one say about it: what a second pass over a capture can show.
public struct CaptureHindsight: Sendable {
  /// An exchange of a TCP conversation, both counted as in the trees.
  struct ExchangeKey: Hashable, Sendable {
    var stream: Int
    var number: Int
  }

  /// A question in a frame, which may hold several.
  struct Question: Hashable, Sendable {
    var frame: Int
    /// A digest of what tells the questions of a frame apart.
    var digest = 0

    /// An echo request, which is alone in its frame.
    init(frame: Int) { self.frame = frame }

    /// A question of DNS.
    init(frame: Int, _ key: QueryKey) {
      self.frame = frame
      digest = key.hashValue
    }
  }

  /// The frames that complete what these began, by their own number.
  private(set) var segments: [Int: Int] = [:]
  private(set) var fragments: [Int: Int] = [:]
  /// The frames of the responses to DNS queries and echo requests.
  private(set) var answers: [Question: Int] = [:]
  private(set) var requests: [ExchangeKey: Int] = [:]
  private(set) var responses: [ExchangeKey: Int] = [:]

  /// The fields that need a second pass.
  public static let fields: FieldSet = [
    .tcpReassembledIn, .ipReassembledIn, .ipv6ReassembledIn, .dnsResponseIn, .icmpRespIn, .icmpv6RespIn,
    .httpResponseIn, .httpNextRequestIn, .httpNextResponseIn,
  ]

  /// What an entry costs in a table that is half full, or that grows.
  private static let cost = 64

  /// How many entries there may be, and how many there would have been besides.
  private let most: Int
  private(set) var omitted = 0
  private var count = 0

  /// - Parameter budget: how many bytes it may take.
  init(budget: Int) {
    most = budget / Self.cost
  }

  /// Notes in which frame a message is shown whose parts came in several.
  mutating func note(_ message: StreamMessage, in frame: Int) {
    for part in message.parts where part.frame != frame && hasRoom() { segments[part.frame] = frame }
    guard case .http(let facts) = message.content, hasRoom() else { return }
    let key = ExchangeKey(stream: facts.exchange.stream, number: facts.exchange.number)
    if facts.isRequest { requests[key] = frame } else { responses[key] = frame }
  }

  /// Notes in which frame a packet is whole that a fragment in another is part of.
  mutating func note(fragment: Int, in frame: Int) {
    if hasRoom() { fragments[fragment] = frame }
  }

  /// Notes which frame answers a query or an echo request.
  mutating func note(question: Question, answeredIn frame: Int) {
    if hasRoom() { answers[question] = frame }
  }

  private mutating func hasRoom() -> Bool {
    if count < most { count += 1 } else { omitted += 1 }
    return omitted == 0
  }
}
