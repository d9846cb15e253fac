/// One thing that a scripted server does on a connection.
public enum ServerStep: Sendable, Hashable {
  /// Waits for the next request's head, up to its empty line.
  case readHead
  /// Waits for the next request, head and body.
  case readRequest
  /// Waits for this many bytes of the current request's body, or its end.
  case readBody(bytes: Int)
  /// Sends bytes as they are.
  case send([UInt8])
  case respond(ScriptedResponse)
  /// Does nothing for this many nanoseconds.
  case wait(nanoseconds: Int64)
  /// Does nothing more, until the client closes the connection.
  case stall
  /// Sends FIN and keeps reading.
  case halfClose
  /// Closes the connection with FIN, and answers anything that still arrives with RST. Inside TLS, close_notify comes
  /// first.
  case close
  /// Closes the connection inside TLS without close_notify, as if someone else had cut it (RFC 8446 section 6.1).
  case cut
  /// Closes the connection with RST.
  case reset
  /// Stops reading, so that the window that the client sees closes.
  case stopReading
  /// Before TLS: waits for the client's first record.
  case readHello
  /// Before TLS: sends a fatal alert.
  case alert(TLSAlert)
  /// Begins TLS, which follows every opening.
  case handshake
  /// Answers CONNECT with 200, and serves what comes through the tunnel on the port that it asks for.
  case tunnel
  /// Does something with frames of HTTP/2.
  case http2(HTTP2Step)
  /// Does something by HTTP/3.
  case http3(HTTP3Step)
  /// Does something with a response that is sent in steps.
  case stream(StreamStep)
  /// Does something with a WebSocket.
  case webSocket(WebSocketStep)

  /// Whether no step after it in a list is ever played.
  public var isLast: Bool {
    switch self {
    case .stall, .close, .cut, .reset, .tunnel, .http2(.endlessHead), .http3(.abort): true
    default: false
    }
  }

  /// Whether a list with this step waits for the client, so that it can repeat.
  var reads: Bool {
    switch self {
    case .readHead, .readRequest: true
    case .stream, .webSocket: false
    case .readBody, .send, .respond, .wait, .stall, .halfClose, .close, .cut, .reset, .stopReading: false
    case .readHello, .alert, .handshake, .tunnel, .http2, .http3: false
    }
  }
}
