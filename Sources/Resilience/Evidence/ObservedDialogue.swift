import Exchanges
import MessageFormats
import Streams

/// What a request and its response say by messages: of a WebSocket, an event stream, or a gRPC call.
struct ObservedDialogue: Sendable, Hashable {
  /// Whether the request asks for a WebSocket (RFC 6455 section 4.1).
  var wantsWebSocket = false
  /// Whether the request asks for an event stream (WHATWG HTML section 9.2.2).
  var wantsEvents = false
  /// Whether the request is a call of gRPC.
  var isCall = false
  /// Whether the server accepted the WebSocket.
  var isUpgraded = false
  /// Whether the response is made of messages.
  var hasMessages = false
  /// The value of Last-Event-ID.
  var lastEventID: String?
  /// How long the caller of a gRPC call waits, in nanoseconds.
  var timeout: Int64?
  /// The messages of both parties that came whole, in order.
  var messages: [ExchangeMessage] = []

  init() {}

  init(_ exchange: HTTPExchange, _ detail: HTTPDetail) {
    let request = HeaderFields(head: detail.requestHead)
    let response = HeaderFields(head: detail.responseHead.dropFirst(detail.finalHeadStart))
    wantsWebSocket = request["upgrade"]?.lowercased() == "websocket"
    wantsEvents = request["accept"].map { $0.lowercased().contains("text/event-stream") } ?? false
    isCall = exchange.call != nil
    isUpgraded = exchange.isWebSocket
    let isEvents = response["content-type"]?.lowercased().hasPrefix("text/event-stream") ?? false
    hasMessages = isUpgraded || isEvents && exchange.response?.status == 200 || isCall && exchange.response != nil
    lastEventID = request["last-event-id"]
    timeout = exchange.call?.timeout?.nanoseconds
    if hasMessages { messages = detail.messages }
  }

  /// What the server has to say to the client's user.
  var received: [ExchangeMessage] {
    messages.filter { message in
      guard message.party == .server else { return false }
      return switch message.kind {
      case .text, .binary, .event, .call: true
      case .ping, .pong, .close, .retry, .trailers: false
      }
    }
  }

  /// The packet with the event of the type `end`, by which the server says that nothing follows; nil if there is none.
  var lastEvent: PacketMark? {
    messages.first { message in
      if case .event(let type, _) = message.kind { return type == Array("end".utf8) }
      return false
    }?.packet
  }
}

/// What a client writes of messages: each with a line feed behind it.
struct MessageLines {
  private let lines: [[UInt8]]
  /// Whether all messages are known completely.
  let isKnown: Bool

  /// - Parameter requests: the client's requests for one resource, in order.
  init(_ requests: [ObservedRequest]) {
    let messages = requests.flatMap(\.dialogue.received)
    isKnown = !messages.contains(where: \.isCut)
    lines = messages.map { $0.bytes + [0x0A] }
  }

  var all: [UInt8] { Array(lines.joined()) }

  /// Whether an output consists of the first of the messages, however many.
  func begin(with output: [UInt8]) -> Bool {
    var place = 0
    for line in lines where place < output.count {
      guard output[place...].starts(with: line) else { return false }
      place += line.count
    }
    return place == output.count
  }
}
