import Wire

/// A request and its response, as the trees of their packets refer to each other.
final class HTTPTreeExchange {
  /// The conversation, as the trees number them.
  let stream: Int
  /// The place in the conversation, from 1.
  let number: Int
  let method: String?
  let target: String?
  var host: String?
  /// The packets that completed the two messages.
  var request: PacketMark?
  var response: PacketMark?
  var isTunnel = false
  /// The exchange before, until this one is over.
  var previous: HTTPTreeExchange?

  init(_ stream: Int, _ number: Int, _ method: String?, _ target: String?, after previous: HTTPTreeExchange?) {
    self.stream = stream
    self.number = number
    self.method = method
    self.target = target
    self.previous = previous
  }

  /// The request's URL: its target, made whole with `Host`.
  var fullURI: String? {
    guard let target, let host else { return nil }
    let lowercase = target.prefix(8).lowercased()
    if lowercase.hasPrefix("http://") || lowercase.hasPrefix("https://") || method == "CONNECT" { return target }
    return "http://\(host)\(target)"
  }
}

/// The exchanges of one conversation: responses answer requests in their order (RFC 9112 section 9.3.2).
struct HTTPDialogue {
  /// How many requests may wait for their responses; past that the oldest is given up.
  private static let waitingLimit = 1024

  let stream: Int
  var client: FlowSide?
  private var waiting: [HTTPTreeExchange] = []
  private var newest: HTTPTreeExchange?
  private var count = 0

  init(stream: Int) {
    self.stream = stream
  }

  var heldBytes: Int { waiting.count * 256 }

  /// A request begins.
  mutating func ask(_ method: String, _ target: String) -> HTTPTreeExchange {
    let exchange = next(method, target)
    if waiting.count >= Self.waitingLimit { waiting.removeFirst() }
    waiting.append(exchange)
    return exchange
  }

  /// A response begins: for the request that waits longest, or for one that is not in the capture.
  mutating func answer() -> HTTPTreeExchange { waiting.first ?? next(nil, nil) }

  /// An exchange has its final response.
  mutating func retire(_ exchange: HTTPTreeExchange) {
    waiting.removeAll { $0 === exchange }
    exchange.previous?.previous = nil
  }

  private mutating func next(_ method: String?, _ target: String?) -> HTTPTreeExchange {
    count += 1
    let exchange = HTTPTreeExchange(stream, count, method, target, after: newest)
    // A chain of all that ever was would never be freed.
    newest?.previous?.previous = nil
    newest = exchange
    return exchange
  }
}

/// What a conversation says of one HTTP message.
struct HTTPMessageFacts {
  var exchange: HTTPTreeExchange
  var isRequest: Bool
  /// The status of a response; 0 for a request.
  var status = 0
  var framing = HTTPBodyFraming.none
  var fields = HTTPFields()
  /// The length of the first line and the fields, with the empty line after them.
  var headLength = 0

  init(_ exchange: HTTPTreeExchange, isRequest: Bool, status: Int = 0) {
    self.exchange = exchange
    self.isRequest = isRequest
    self.status = status
  }
}
