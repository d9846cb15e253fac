import Exchanges
import Streams

/// A message of a protocol above TCP.
struct StreamMessage {
  enum Content {
    case http(HTTPMessageFacts)
    case webSocket(WebSocketFacts)
    /// A record, of which several in one buffer make one protocol node.
    case tls(TLSFacts)
    case http2(HTTP2Facts)
    case socks(SOCKSHandshake.Step)
    case plain(Dissector)

    /// The protocol, as in `frame.protocols`.
    var name: String {
      switch self {
      case .http: "http"
      case .webSocket: "websocket"
      case .tls: "tls"
      case .http2: "http2"
      case .socks: "socks"
      case .plain(let dissector): dissector.name
      }
    }
  }

  var content: Content
  var side: FlowSide
  /// Where it is in its sender's stream.
  var range: Range<Int64>
  /// Its bytes if they came in several packets; nil where all of them are in the packet at hand.
  var bytes: [UInt8]?
  /// The packets that it came in, and how many bytes each brought.
  var parts: [StreamPart] = []
  /// Whether only the end of the connection ends it, and TLS ended without close_notify: it may be cut short (RFC 8446 section 6.1).
  var isUncertain = false
  /// Whether it goes on where the capture of the packet was cut.
  var isCut = false
}
