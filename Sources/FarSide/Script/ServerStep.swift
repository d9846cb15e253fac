/// One thing that a scripted server does on a connection.
public enum ServerStep: Sendable, Hashable {
  /// Waits for the next request's head, up to its empty line.
  case readHead
  /// Waits for the next request, head and body.
  case readRequest
  /// Waits for so many bytes of the present request's body, or its end.
  case readBody(bytes: Int)
  /// Sends bytes as they are.
  case send([UInt8])
  case respond(ScriptedResponse)
  /// Does nothing for so many nanoseconds.
  case wait(nanoseconds: Int64)
  /// Does nothing more, until the client closes the connection.
  case stall
  /// Sends FIN and goes on reading.
  case halfClose
  /// Closes the connection: FIN, and RST to whatever comes then.
  case close
  /// Closes the connection with RST.
  case reset
  /// Reads no more, so that the window that the client sees goes to zero.
  case stopReading

  /// Whether a list that holds this step waits for the client, so that it can be played again.
  var reads: Bool {
    switch self {
    case .readHead, .readRequest: true
    case .readBody, .send, .respond, .wait, .stall, .halfClose, .close, .reset, .stopReading: false
    }
  }
}
