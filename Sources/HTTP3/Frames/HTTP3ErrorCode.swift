/// Why a stream or a connection is over (RFC 9114 section 8.1, RFC 9204 section 6, RFC 9297 section 5.2).
public struct HTTP3ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// H3_DATAGRAM_ERROR: a datagram or capsule cannot be read.
  public static let datagramError = HTTP3ErrorCode(rawValue: 0x33)
  /// H3_NO_ERROR: a graceful end.
  public static let noError = HTTP3ErrorCode(rawValue: 0x100)
  /// H3_GENERAL_PROTOCOL_ERROR: the peer breaks the protocol.
  public static let generalProtocolError = HTTP3ErrorCode(rawValue: 0x101)
  /// H3_INTERNAL_ERROR: something failed in the sender.
  public static let internalError = HTTP3ErrorCode(rawValue: 0x102)
  /// H3_STREAM_CREATION_ERROR: a stream that the receiver will not take.
  public static let streamCreationError = HTTP3ErrorCode(rawValue: 0x103)
  /// H3_CLOSED_CRITICAL_STREAM: a stream that the connection needs was closed.
  public static let closedCriticalStream = HTTP3ErrorCode(rawValue: 0x104)
  /// H3_FRAME_UNEXPECTED: a frame that may not come there.
  public static let frameUnexpected = HTTP3ErrorCode(rawValue: 0x105)
  /// H3_FRAME_ERROR: a frame whose layout or length is wrong.
  public static let frameError = HTTP3ErrorCode(rawValue: 0x106)
  /// H3_EXCESSIVE_LOAD: the peer causes too much load.
  public static let excessiveLoad = HTTP3ErrorCode(rawValue: 0x107)
  /// H3_ID_ERROR: a stream or push number is used wrongly.
  public static let idError = HTTP3ErrorCode(rawValue: 0x108)
  /// H3_SETTINGS_ERROR: the payload of SETTINGS is wrong.
  public static let settingsError = HTTP3ErrorCode(rawValue: 0x109)
  /// H3_MISSING_SETTINGS: the control stream does not begin with SETTINGS.
  public static let missingSettings = HTTP3ErrorCode(rawValue: 0x10A)
  /// H3_REQUEST_REJECTED: nothing of the request was processed, and it may be tried again.
  public static let requestRejected = HTTP3ErrorCode(rawValue: 0x10B)
  /// H3_REQUEST_CANCELLED: the request or its response is no longer needed.
  public static let requestCancelled = HTTP3ErrorCode(rawValue: 0x10C)
  /// H3_REQUEST_INCOMPLETE: the client's stream ended before the request was whole.
  public static let requestIncomplete = HTTP3ErrorCode(rawValue: 0x10D)
  /// H3_MESSAGE_ERROR: a message is malformed.
  public static let messageError = HTTP3ErrorCode(rawValue: 0x10E)
  /// H3_CONNECT_ERROR: the connection behind a CONNECT was reset.
  public static let connectError = HTTP3ErrorCode(rawValue: 0x10F)
  /// H3_VERSION_FALLBACK: the request has to be made over HTTP/1.1.
  public static let versionFallback = HTTP3ErrorCode(rawValue: 0x110)
  /// QPACK_DECOMPRESSION_FAILED: a field section cannot be decoded.
  public static let decompressionFailed = HTTP3ErrorCode(rawValue: 0x200)
  /// QPACK_ENCODER_STREAM_ERROR: an instruction of the encoder cannot be followed.
  public static let encoderStreamError = HTTP3ErrorCode(rawValue: 0x201)
  /// QPACK_DECODER_STREAM_ERROR: an instruction of the decoder cannot be followed.
  public static let decoderStreamError = HTTP3ErrorCode(rawValue: 0x202)
  /// WEBTRANSPORT_BUFFERED_STREAM_REJECTED (draft-ietf-webtrans-http3): a stream came before its session.
  public static let webTransportBufferedStreamRejected = HTTP3ErrorCode(rawValue: 0x3994_BD84)
  /// WEBTRANSPORT_SESSION_GONE (draft-ietf-webtrans-http3): the session of the stream is over.
  public static let webTransportSessionGone = HTTP3ErrorCode(rawValue: 0x170D_7B68)

  /// The codes of RFC 9114.
  public static let defined = (0x100...0x110).map { HTTP3ErrorCode(rawValue: $0) }

  private static let names = [
    "H3_NO_ERROR", "H3_GENERAL_PROTOCOL_ERROR", "H3_INTERNAL_ERROR", "H3_STREAM_CREATION_ERROR",
    "H3_CLOSED_CRITICAL_STREAM", "H3_FRAME_UNEXPECTED", "H3_FRAME_ERROR", "H3_EXCESSIVE_LOAD", "H3_ID_ERROR",
    "H3_SETTINGS_ERROR", "H3_MISSING_SETTINGS", "H3_REQUEST_REJECTED", "H3_REQUEST_CANCELLED", "H3_REQUEST_INCOMPLETE",
    "H3_MESSAGE_ERROR", "H3_CONNECT_ERROR", "H3_VERSION_FALLBACK",
  ]

  /// The name in its RFC; for another code its number.
  public var description: String {
    switch self {
    case .datagramError: "H3_DATAGRAM_ERROR"
    case .decompressionFailed: "QPACK_DECOMPRESSION_FAILED"
    case .encoderStreamError: "QPACK_ENCODER_STREAM_ERROR"
    case .decoderStreamError: "QPACK_DECODER_STREAM_ERROR"
    case .webTransportBufferedStreamRejected: "WEBTRANSPORT_BUFFERED_STREAM_REJECTED"
    case .webTransportSessionGone: "WEBTRANSPORT_SESSION_GONE"
    default:
      (0x100...0x110).contains(rawValue) ? Self.names[Int(rawValue - 0x100)] : "error \(rawValue)"
    }
  }
}
