/// What the packets after one say about it: what a second pass over a capture can show.
public struct CaptureHindsight: Sendable {
  /// An exchange of a TCP conversation, both counted as in the trees.
  struct ExchangeKey: Hashable, Sendable {
    var stream: Int
    var number: Int
  }

  /// The frames that complete what these began, by their own number.
  var segments: [Int: Int] = [:]
  var fragments: [Int: Int] = [:]
  /// The frames of the responses to DNS queries and echo requests.
  var answers: [Int: Int] = [:]
  var requests: [ExchangeKey: Int] = [:]
  var responses: [ExchangeKey: Int] = [:]

  /// The fields that need a second pass.
  public static let fields: FieldSet = [
    .tcpReassembledIn, .ipReassembledIn, .ipv6ReassembledIn, .dnsResponseIn, .icmpRespIn, .icmpv6RespIn,
    .httpResponseIn, .httpNextRequestIn, .httpNextResponseIn,
  ]

  init() {}

  /// Notes in which frame a message is shown whose parts came in several.
  mutating func note(_ message: StreamMessage, in frame: Int) {
    for part in message.parts where part.frame != frame { segments[part.frame] = frame }
    guard case .http(let facts) = message.content else { return }
    let key = ExchangeKey(stream: facts.exchange.stream, number: facts.exchange.number)
    if facts.isRequest { requests[key] = frame } else { responses[key] = frame }
  }
}
