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
  var asked = ResponsePairing.Request(start: 0, acknowledged: 0)
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
  private(set) var client: FlowSide?
  private var pairing = ResponsePairing(isInStep: false)
  /// The sides whose bytes are missing from before it was known who the client is.
  private var earlyGaps: [FlowSide] = []
  /// Whether requests went by before the capture began.
  private var missesBeginning = false
  private var waiting: [HTTPTreeExchange] = []
  private var orphans: [HTTPTreeExchange] = []
  /// The exchange whose response is under way, or has only interim ones so far.
  private var answering: HTTPTreeExchange?
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
    exchange.asked = ResponsePairing.Request(start: start, acknowledged: piece.acknowledged)
    return exchange
  }

  /// A response begins at `start` of its sender's stream: for the request that waits longest, or for one that is not in the
  /// capture.
  ///
  /// - Parameter seen: up to where the client's stream has come.
  mutating func answer(at start: Int64, seen: Int64, _ piece: StreamPiece) -> HTTPTreeExchange {
    // After an interim response the same exchange goes on.
    if let answering { return answering }
    let exchange: HTTPTreeExchange
    if let paired = paired(start, seen, piece) {
      exchange = paired
    } else {
      exchange = next()
      exchange.acknowledgedAtResponse = piece.acknowledged
    }
    answering = exchange
    return exchange
  }

  private mutating func paired(_ start: Int64, _ seen: Int64, _ piece: StreamPiece) -> HTTPTreeExchange? {
    guard pairing.isUncertain else { return waiting.first }
    let answer = pairing.answer(
      waiting.map(\.asked), start: start, acknowledged: piece.acknowledged, seen: seen)
    waiting.removeFirst(answer.lost)
    return answer.isPaired ? waiting.first : nil
  }

  /// It is known who asks.
  ///
  /// - Parameter served: up to where the server's stream has come.
  mutating func learn(client: FlowSide, served: Int64) {
    self.client = client
    for side in exchange(&earlyGaps, with: []) { miss(side, at: .min, other: served) }
  }

  /// Requests went by before the capture began.
  mutating func missBeginning() {
    if !missesBeginning { pairing.missRequest(at: .min, served: .min) }
    missesBeginning = true
  }

  /// Bytes of a side are missing that may have been messages.
  ///
  /// - Parameter other: up to where the other side's stream has come.
  mutating func miss(_ side: FlowSide, at start: Int64, other: Int64) {
    if client == nil {
      if !earlyGaps.contains(side) { earlyGaps.append(side) }
    } else if side == client {
      pairing.missRequest(at: start, served: other)
    } else {
      pairing.missResponse()
      answering = nil
    }
  }

  /// An exchange has its final response, or has lost it.
  mutating func retire(_ exchange: HTTPTreeExchange) {
    // Mostly the first of perhaps a thousand.
    if let index = waiting.firstIndex(where: { $0 === exchange }) { waiting.remove(at: index) }
    if answering === exchange { answering = nil }
    if exchange.method == nil {
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
