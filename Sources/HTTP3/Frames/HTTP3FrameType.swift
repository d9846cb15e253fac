/// What a frame is (RFC 9114 section 7.2, RFC 9218, RFC 9412).
public struct HTTP3FrameType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// DATA: bytes of a body (RFC 9114 section 7.2.1).
  public static let data = HTTP3FrameType(rawValue: 0x00)
  /// HEADERS: a field section (section 7.2.2).
  public static let headers = HTTP3FrameType(rawValue: 0x01)
  /// CANCEL_PUSH (section 7.2.3).
  public static let cancelPush = HTTP3FrameType(rawValue: 0x03)
  /// SETTINGS (section 7.2.4).
  public static let settings = HTTP3FrameType(rawValue: 0x04)
  /// PUSH_PROMISE: a request that the server makes up (section 7.2.5).
  public static let pushPromise = HTTP3FrameType(rawValue: 0x05)
  /// GOAWAY: no new requests or pushes (section 7.2.6).
  public static let goaway = HTTP3FrameType(rawValue: 0x07)
  /// ORIGIN (RFC 9412).
  public static let origin = HTTP3FrameType(rawValue: 0x0C)
  /// MAX_PUSH_ID (RFC 9114 section 7.2.7).
  public static let maxPushID = HTTP3FrameType(rawValue: 0x0D)
  /// WEBTRANSPORT_STREAM: the rest of the stream belongs to a session of WebTransport (draft-ietf-webtrans-http3 section 4.3).
  public static let webTransportStream = HTTP3FrameType(rawValue: 0x41)
  /// PRIORITY_UPDATE of a request (RFC 9218 section 7.2).
  public static let priorityUpdate = HTTP3FrameType(rawValue: 0xF0700)
  /// PRIORITY_UPDATE of a push (RFC 9218 section 7.2).
  public static let priorityUpdateOfPush = HTTP3FrameType(rawValue: 0xF0701)

  /// Whether it is the type of a frame of HTTP/2 that HTTP/3 has not, and that must not be sent (RFC 9114 section 7.2.8).
  public var isOfHTTP2: Bool { [0x02, 0x06, 0x08, 0x09].contains(rawValue) }
  /// Whether it means nothing and is there to be ignored (section 7.2.8).
  public var isReserved: Bool { HTTP3Reserved.contains(rawValue) }

  /// The name in its RFC; for another type its number.
  public var description: String {
    switch self {
    case .data: "DATA"
    case .headers: "HEADERS"
    case .cancelPush: "CANCEL_PUSH"
    case .settings: "SETTINGS"
    case .pushPromise: "PUSH_PROMISE"
    case .goaway: "GOAWAY"
    case .origin: "ORIGIN"
    case .maxPushID: "MAX_PUSH_ID"
    case .webTransportStream: "WEBTRANSPORT_STREAM"
    case .priorityUpdate, .priorityUpdateOfPush: "PRIORITY_UPDATE"
    default: isReserved ? "reserved type \(rawValue)" : "type \(rawValue)"
    }
  }
}

/// The numbers that HTTP/3 keeps free of meaning, so that whoever gets one learns to ignore it (RFC 9114 section 7.2.8).
enum HTTP3Reserved {
  static func contains(_ number: UInt64) -> Bool { number >= 0x21 && (number - 0x21) % 0x1F == 0 }
}

/// The type and length that a frame begins with (RFC 9114 section 7.1).
public struct HTTP3FrameHeader: Hashable, Sendable {
  /// What the frame is.
  public var type: HTTP3FrameType
  /// The length of the payload, in bytes. A WEBTRANSPORT_STREAM has none: this is the number of its session then.
  public var payloadLength: UInt64
  /// The length of type and length, in bytes: from 2 to 16.
  public var length: Int

  /// - Parameter length: bytes of the header itself.
  public init(type: HTTP3FrameType, payloadLength: UInt64, length: Int) {
    self.type = type
    self.payloadLength = payloadLength
    self.length = length
  }
}
