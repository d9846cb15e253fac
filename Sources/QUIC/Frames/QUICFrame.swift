/// A frame (RFC 9000 section 19, RFC 9221, draft-ietf-quic-ack-frequency). Its ranges are about the packet's payload.
public enum QUICFrame: Hashable, Sendable {
  /// Bytes of zero, counted together (section 19.1).
  case padding(count: Int)
  /// Asks for an acknowledgment (section 19.2).
  case ping
  /// Which packets the sender has (section 19.3).
  case ack(QUICAcknowledgment)
  /// The sender gives its half of a stream up (section 19.4).
  case resetStream(stream: UInt64, error: UInt64, finalSize: UInt64)
  /// The sender wants no more of the other half of a stream (section 19.5).
  case stopSending(stream: UInt64, error: UInt64)
  /// Bytes of TLS (section 19.6).
  case crypto(offset: UInt64, data: Range<Int>)
  /// A token for later connections (section 19.7).
  case newToken(Range<Int>)
  /// Bytes of a stream (section 19.8).
  case stream(QUICStreamFrame)
  /// The most bytes of all streams together (section 19.9).
  case maxData(UInt64)
  /// The most bytes of a stream (section 19.10).
  case maxStreamData(stream: UInt64, limit: UInt64)
  /// The most streams that the other end may open in all (section 19.11).
  case maxStreams(isBidirectional: Bool, limit: UInt64)
  /// There is more to send than the connection's limit allows (section 19.12).
  case dataBlocked(limit: UInt64)
  /// There is more to send than the stream's limit allows (section 19.13).
  case streamDataBlocked(stream: UInt64, limit: UInt64)
  /// More streams are wanted than the limit allows (section 19.14).
  case streamsBlocked(isBidirectional: Bool, limit: UInt64)
  /// Another connection ID that reaches the sender (section 19.15), and where the token of its stateless resets is.
  case newConnectionID(sequence: UInt64, retirePriorTo: UInt64, id: QUICConnectionID, token: Range<Int>)
  /// A connection ID of the other end will not be used any more (section 19.16).
  case retireConnectionID(sequence: UInt64)
  /// Asks whether a path reaches the other end (section 19.17).
  case pathChallenge(UInt64)
  /// The answer (section 19.18).
  case pathResponse(UInt64)
  /// The connection is over (section 19.19).
  case connectionClose(QUICCloseFrame)
  /// The server has confirmed the handshake (section 19.20).
  case handshakeDone
  /// Bytes that are not sent again (RFC 9221).
  case datagram(data: Range<Int>, hasLength: Bool)
  /// How often acknowledgments are wanted: after more than `threshold` packets, or `delay` microseconds.
  case ackFrequency(sequence: UInt64, threshold: UInt64, delay: UInt64, reordering: UInt64)
  /// An acknowledgment is wanted at once.
  case immediateAck
  /// As `resetStream`, but the bytes before `reliableSize` still come (draft-ietf-quic-reliable-stream-reset).
  case resetStreamAt(stream: UInt64, error: UInt64, finalSize: UInt64, reliableSize: UInt64)

  /// Whether a packet with it is acknowledged (RFC 9002 section 2).
  public var isAckEliciting: Bool {
    switch self {
    case .padding, .ack, .connectionClose: false
    default: true
    }
  }

  /// Whether a packet with nothing but such frames probes a path without moving the connection (RFC 9000 section 9.1).
  public var isProbing: Bool {
    switch self {
    case .padding, .pathChallenge, .pathResponse, .newConnectionID: true
    default: false
    }
  }
}

/// An ACK frame (RFC 9000 section 19.3).
public struct QUICAcknowledgment: Hashable, Sendable {
  /// The numbers that have come, the greatest first. Ranges do not touch.
  public var ranges: [ClosedRange<UInt64>]
  /// How long the receiver waited after the largest number, in units that its transport parameters say.
  public var delay: UInt64
  /// How many packets came with each mark of ECN (section 19.3.2); nil without them.
  public var congestion: QUICCongestionCounts?

  /// The largest number that has come.
  public var largest: UInt64 { ranges.first?.upperBound ?? 0 }
}

/// How many packets came with each mark (RFC 9000 section 19.3.2).
public struct QUICCongestionCounts: Hashable, Sendable {
  /// Packets with ECT(0).
  public var ect0: UInt64
  /// Packets with ECT(1).
  public var ect1: UInt64
  /// Packets with congestion experienced (CE).
  public var ce: UInt64
}

/// A STREAM frame (RFC 9000 section 19.8).
public struct QUICStreamFrame: Hashable, Sendable {
  /// The stream.
  public var stream: UInt64
  /// Where its bytes are in the stream.
  public var offset: UInt64
  /// Where they are in the payload.
  public var data: Range<Int>
  /// Whether the stream ends with them.
  public var isFinal: Bool
  /// Whether the frame says how long it is; otherwise it takes the rest of the packet.
  public var hasLength: Bool
}

/// A CONNECTION_CLOSE frame (RFC 9000 section 19.19).
public struct QUICCloseFrame: Hashable, Sendable {
  /// A code of ``QUICErrorCode``, or one of the application.
  public var error: UInt64
  /// Whether the application has closed the connection.
  public var isApplication: Bool
  /// The type of the frame that was at fault; 0 if it is not known.
  public var frameType: UInt64?
  /// Why, in words.
  public var reason: Range<Int>
}
