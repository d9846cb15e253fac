/// Why a stream or a connection is over (RFC 9113 section 7).
public struct HTTP2ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// NO_ERROR: a graceful end.
  public static let noError = HTTP2ErrorCode(rawValue: 0x0)
  /// PROTOCOL_ERROR: the peer breaks the protocol.
  public static let protocolError = HTTP2ErrorCode(rawValue: 0x1)
  /// INTERNAL_ERROR: something failed in the sender.
  public static let internalError = HTTP2ErrorCode(rawValue: 0x2)
  /// FLOW_CONTROL_ERROR: more bytes than the window allows.
  public static let flowControlError = HTTP2ErrorCode(rawValue: 0x3)
  /// SETTINGS_TIMEOUT: settings were not acknowledged in time.
  public static let settingsTimeout = HTTP2ErrorCode(rawValue: 0x4)
  /// STREAM_CLOSED: a frame for a stream that is half closed.
  public static let streamClosed = HTTP2ErrorCode(rawValue: 0x5)
  /// FRAME_SIZE_ERROR: a frame of a wrong length.
  public static let frameSizeError = HTTP2ErrorCode(rawValue: 0x6)
  /// REFUSED_STREAM: nothing of the request was processed, and it may be tried again.
  public static let refusedStream = HTTP2ErrorCode(rawValue: 0x7)
  /// CANCEL: the stream is no longer needed.
  public static let cancel = HTTP2ErrorCode(rawValue: 0x8)
  /// COMPRESSION_ERROR: the state of HPACK is lost.
  public static let compressionError = HTTP2ErrorCode(rawValue: 0x9)
  /// CONNECT_ERROR: the connection behind a CONNECT was reset.
  public static let connectError = HTTP2ErrorCode(rawValue: 0xA)
  /// ENHANCE_YOUR_CALM: the peer causes too much load.
  public static let enhanceYourCalm = HTTP2ErrorCode(rawValue: 0xB)
  /// INADEQUATE_SECURITY: TLS is not strong enough.
  public static let inadequateSecurity = HTTP2ErrorCode(rawValue: 0xC)
  /// HTTP_1_1_REQUIRED: the request has to be made over HTTP/1.1.
  public static let http11Required = HTTP2ErrorCode(rawValue: 0xD)

  /// The codes that RFC 9113 defines, in order.
  public static let defined = names.indices.map { HTTP2ErrorCode(rawValue: UInt32($0)) }

  private static let names = [
    "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
    "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
    "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
  ]

  /// The name in RFC 9113; for another code its number.
  public var description: String {
    rawValue < UInt32(Self.names.count) ? Self.names[Int(rawValue)] : "error \(rawValue)"
  }
}
