import Exchanges
import Streams
import Wire

/// A request and its response, as the trees of their packets refer to each other.
final class HTTPTreeExchange {
  /// The conversation, as the trees number them.
  let stream: Int
  /// The place in the conversation, from 1.
  let number: Int
  /// Whether it went through TLS.
  let isSecure: Bool
  var method: String?
  var target: String?
  var host: String?
  /// The request as the pairing sees it; of a response without one, up to where the server had acknowledged.
  var asked = TreePairing.Request(start: 0, acknowledged: 0)
  var acknowledgedAtResponse: Int64 = 0
  /// The packets that completed the two messages.
  var request: PacketMark?
  var response: PacketMark?
  var isTunnel = false
  /// The exchange before, until this one is over.
  var previous: HTTPTreeExchange?

  init(_ stream: Int, _ number: Int, isSecure: Bool = false, after previous: HTTPTreeExchange?) {
    self.stream = stream
    self.number = number
    self.isSecure = isSecure
    self.previous = previous
  }

  /// The request's URL: its target, made whole with `Host`.
  var fullURI: String? {
    guard let target, let host else { return nil }
    let lowercase = target.prefix(8).lowercased()
    if lowercase.hasPrefix("http://") || lowercase.hasPrefix("https://") || method == "CONNECT" { return target }
    return "\(isSecure ? "https" : "http")://\(host)\(target)"
  }
}

/// The exchanges of one conversation: responses answer requests in their order (RFC 9112 section 9.3.2).
struct HTTPDialogue {
  /// How many requests may wait for their responses; past that the oldest is given up.
  private static let waitingLimit = 1024
  /// How many responses may wait for requests that are captured after them.
  private static let orphanLimit = 16

  let stream: Int
  /// Whether it is within TLS.
  let isSecure: Bool
  var client: FlowSide?
  var pairing = TreePairing()
  private var waiting: [HTTPTreeExchange] = []
  private var orphans: [HTTPTreeExchange] = []
  /// The exchange of a response without a request, as long as it has only interim ones.
  private var unasked: HTTPTreeExchange?
  private var newest: HTTPTreeExchange?
  private var count = 0

  init(stream: Int, isSecure: Bool) {
    self.stream = stream
    self.isSecure = isSecure
  }

  var heldBytes: Int { (waiting.count + orphans.count) * 256 }

  /// A request begins at `start` of its sender's stream.
  mutating func ask(_ method: String, _ target: String, at start: Int64, _ piece: StreamPiece) -> HTTPTreeExchange {
    let exchange: HTTPTreeExchange
    if let index = orphans.firstIndex(where: { $0.acknowledgedAtResponse > start }) {
      // Its response was captured before it.
      exchange = orphans.remove(at: index)
      orphans.removeFirst(index)
    } else {
      exchange = next()
      orphans = []
      if waiting.count >= Self.waitingLimit { waiting.removeFirst() }
      waiting.append(exchange)
    }
    exchange.method = method
    exchange.target = target
    exchange.asked = TreePairing.Request(start: start, acknowledged: piece.acknowledged)
    return exchange
  }

  /// A response begins at `start` of its sender's stream: for the request that waits longest, or for one that is not in the
  /// capture.
  mutating func answer(at start: Int64, _ piece: StreamPiece) -> HTTPTreeExchange {
    if pairing.mayMiss(piece.side) {
      waiting.removeFirst(pairing.answered(waiting.map(\.asked), before: start, by: piece.side))
    }
    if let first = waiting.first,
      pairing.isKnown(first.asked, acknowledged: piece.acknowledged, by: piece.side)
    {
      return first
    }
    if let unasked { return unasked }
    let exchange = next()
    exchange.acknowledgedAtResponse = piece.acknowledged
    unasked = exchange
    return exchange
  }

  /// An exchange has its final response, or has lost it.
  mutating func retire(_ exchange: HTTPTreeExchange) {
    // Mostly the first of perhaps a thousand.
    if let index = waiting.firstIndex(where: { $0 === exchange }) { waiting.remove(at: index) }
    if unasked === exchange {
      unasked = nil
      if orphans.count >= Self.orphanLimit { orphans.removeFirst() }
      orphans.append(exchange)
    }
    exchange.previous?.previous = nil
  }

  private mutating func next() -> HTTPTreeExchange {
    count += 1
    let exchange = HTTPTreeExchange(stream, count, isSecure: isSecure, after: newest)
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
