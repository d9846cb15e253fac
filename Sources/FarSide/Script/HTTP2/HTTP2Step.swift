public import HTTP2

/// What a scripted server does with frames of HTTP/2 besides those of its responses (RFC 9113 section 6).
public enum HTTP2Step: Sendable, Hashable {
  /// The last stream that a GOAWAY names (section 6.8).
  public enum LastStream: Sendable, Hashable {
    /// That of the request that was read last.
    case this
    /// The one before, so that the request is not processed.
    case before
    /// The greatest that there can be: a notice that the connection is going to be closed.
    case all
  }

  /// A 1xx response.
  case interim(status: Int)
  /// RST_STREAM for the request's stream.
  case resetStream(HTTP2ErrorCode)
  /// GOAWAY. Streams beyond the last one are not answered.
  case goaway(last: LastStream, HTTP2ErrorCode)
  /// WINDOW_UPDATE for the connection and the request's stream.
  case openWindow(bytes: Int)
  /// The same again and again, with a pause in nanoseconds, until the request has ended.
  case dripWindow(bytes: Int, interval: Int64)
  /// PING, and waits for its acknowledgment.
  case ping
  /// A response whose head never ends: HEADERS, and CONTINUATION with this many bytes of fields at an interval in nanoseconds.
  case endlessHead(bytes: Int, interval: Int64)
  /// A frame as it is.
  case frame(ScriptedFrame)
}

/// A frame that a script spells out, whether or not a server may send it.
public struct ScriptedFrame: Sendable, Hashable {
  public var type: HTTP2FrameType
  public var flags: HTTP2FrameFlags
  /// Nil for the stream of the request that was read last.
  public var stream: UInt32?
  public var payload: [UInt8]

  /// - Parameter stream: nil for that of the request at hand; 0 for the connection.
  public init(type: HTTP2FrameType, flags: HTTP2FrameFlags = [], stream: UInt32? = nil, payload: [UInt8] = []) {
    self.type = type
    self.flags = flags
    self.stream = stream
    self.payload = payload
  }
}
