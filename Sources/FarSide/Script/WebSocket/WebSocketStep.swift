/// What a scripted server does with a WebSocket (RFC 6455).
public enum WebSocketStep: Sendable, Hashable {
  /// What a script waits for.
  public enum Awaited: Sendable, Hashable {
    case message, ping, pong, close
  }

  /// Answers the client's handshake. From then on, the connection carries frames.
  case upgrade(WebSocketConduct)
  /// Sends a frame, whether or not a server may send it.
  case send(ScriptedWebSocketFrame)
  /// Waits for something of the client.
  case read(Awaited)
}

/// How a scripted server answers a handshake, and how it keeps to the protocol afterwards.
public struct WebSocketConduct: Sendable, Hashable {
  /// The value of Sec-WebSocket-Accept if it is not the right one.
  public var accept: String?
  /// Further fields of the response.
  public var headers: [ScriptedResponse.Header]
  /// Whether it answers a ping, as it must (RFC 6455 section 5.5.2).
  public var answersPings: Bool
  /// Whether it answers a close frame and closes the connection, as it must (section 5.5.1).
  public var answersClose: Bool

  /// A server that keeps to the protocol.
  public init(
    accept: String? = nil, headers: [ScriptedResponse.Header] = [], answersPings: Bool = true,
    answersClose: Bool = true
  ) {
    self.accept = accept
    self.headers = headers
    self.answersPings = answersPings
    self.answersClose = answersClose
  }
}

/// A frame that a script spells out (RFC 6455 section 5.2).
public struct ScriptedWebSocketFrame: Sendable, Hashable {
  /// From 0 to 15: 0 continuation, 1 text, 2 binary, 8 close, 9 ping, 10 pong.
  public var opcode: UInt8
  public var isFinal: Bool
  /// The bits RSV1, RSV2 and RSV3, from the highest of three.
  public var reserved: UInt8
  /// Whether it is masked, as no frame of a server may be.
  public var isMasked: Bool
  public var payload: [UInt8]
  /// After how many bytes of the payload the frame breaks off.
  public var stopsAfter: Int?

  public init(
    opcode: UInt8, isFinal: Bool = true, reserved: UInt8 = 0, isMasked: Bool = false, payload: [UInt8] = [],
    stopsAfter: Int? = nil
  ) {
    self.opcode = opcode
    self.isFinal = isFinal
    self.reserved = reserved
    self.isMasked = isMasked
    self.payload = payload
    self.stopsAfter = stopsAfter
  }

  /// A close frame.
  /// - Parameter code: nil for a frame without a code.
  public static func close(_ code: UInt16?, reason: String = "") -> ScriptedWebSocketFrame {
    let payload = code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] + Array(reason.utf8) } ?? []
    return ScriptedWebSocketFrame(opcode: 8, payload: payload)
  }
}
