import Wire

/// The header of a frame (RFC 9113 section 4.1).
public struct HTTP2FrameHeader: Hashable, Sendable {
  /// 9 bytes.
  public static let length = 9

  /// The length of the payload, in bytes.
  public var payloadLength: Int
  /// What the frame is.
  public var type: HTTP2FrameType
  /// What they mean depends on the type.
  public var flags: HTTP2FrameFlags
  /// The bit before the stream identifier, which is to be 0.
  public var isReservedSet: Bool
  /// The stream; 0 is the connection.
  public var stream: UInt32

  /// - Parameter length: bytes of the payload, without these nine.
  public init(
    payloadLength: Int, type: HTTP2FrameType, flags: HTTP2FrameFlags = [], isReservedSet: Bool = false, stream: UInt32
  ) {
    self.payloadLength = payloadLength
    self.type = type
    self.flags = flags
    self.isReservedSet = isReservedSet
    self.stream = stream
  }

  /// Reads the header at an offset; nil if there are fewer than nine bytes.
  public init?(_ bytes: Span<UInt8>, at offset: Int) {
    guard offset >= 0, bytes.count - offset >= Self.length else { return nil }
    let start = bytes.uint32(at: offset)
    payloadLength = Int(start >> 8)
    type = HTTP2FrameType(rawValue: UInt8(truncatingIfNeeded: start))
    flags = HTTP2FrameFlags(rawValue: bytes[offset + 4])
    let stream = bytes.uint32(at: offset + 5)
    isReservedSet = stream >> 31 != 0
    self.stream = stream & 0x7FFF_FFFF
  }

  /// Whether it ends its sender's half of the stream (RFC 9113 sections 6.1 and 6.2).
  public var endsStream: Bool { (type == .data || type == .headers) && flags.contains(.endStream) }
  /// Whether it is DATA or HEADERS or PUSH_PROMISE with padding.
  public var isPadded: Bool {
    flags.contains(.padded) && (type == .data || type == .headers || type == .pushPromise)
  }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt32(truncatingIfNeeded: payloadLength) << 8 | UInt32(type.rawValue))
    bytes.append(flags.rawValue)
    bytes.append(bigEndian: stream | (isReservedSet ? 0x8000_0000 : 0))
  }
}

/// What a frame is (RFC 9113 section 6, RFC 7838, RFC 8336, RFC 9218).
public struct HTTP2FrameType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// DATA: bytes of a body (RFC 9113 section 6.1).
  public static let data = HTTP2FrameType(rawValue: 0x00)
  /// HEADERS: a block of fields, or its begin (section 6.2).
  public static let headers = HTTP2FrameType(rawValue: 0x01)
  /// PRIORITY: the old scheme of priorities (section 6.3).
  public static let priority = HTTP2FrameType(rawValue: 0x02)
  /// RST_STREAM: the end of one stream (section 6.4).
  public static let resetStream = HTTP2FrameType(rawValue: 0x03)
  /// SETTINGS (section 6.5).
  public static let settings = HTTP2FrameType(rawValue: 0x04)
  /// PUSH_PROMISE: a request that the server makes up (section 6.6).
  public static let pushPromise = HTTP2FrameType(rawValue: 0x05)
  /// PING (section 6.7).
  public static let ping = HTTP2FrameType(rawValue: 0x06)
  /// GOAWAY: no new streams (section 6.8).
  public static let goaway = HTTP2FrameType(rawValue: 0x07)
  /// WINDOW_UPDATE: more bytes may be sent (section 6.9).
  public static let windowUpdate = HTTP2FrameType(rawValue: 0x08)
  /// CONTINUATION: the rest of a block of fields (section 6.10).
  public static let continuation = HTTP2FrameType(rawValue: 0x09)
  /// RFC 7838 section 4.
  public static let altSvc = HTTP2FrameType(rawValue: 0x0A)
  /// RFC 8336 section 2.
  public static let origin = HTTP2FrameType(rawValue: 0x0C)
  /// RFC 9218 section 7.1.
  public static let priorityUpdate = HTTP2FrameType(rawValue: 0x10)

  /// The types that have a name, in order.
  public static let named: [HTTP2FrameType] = [
    .data, .headers, .priority, .resetStream, .settings, .pushPromise, .ping, .goaway, .windowUpdate, .continuation,
    .altSvc, .origin, .priorityUpdate,
  ]

  /// The name in its RFC; for another type its number.
  public var description: String {
    switch self {
    case .data: "DATA"
    case .headers: "HEADERS"
    case .priority: "PRIORITY"
    case .resetStream: "RST_STREAM"
    case .settings: "SETTINGS"
    case .pushPromise: "PUSH_PROMISE"
    case .ping: "PING"
    case .goaway: "GOAWAY"
    case .windowUpdate: "WINDOW_UPDATE"
    case .continuation: "CONTINUATION"
    case .altSvc: "ALTSVC"
    case .origin: "ORIGIN"
    case .priorityUpdate: "PRIORITY_UPDATE"
    default: "type \(rawValue)"
    }
  }
}

/// The flags of a frame. What a bit means depends on the type.
public struct HTTP2FrameFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// SETTINGS and PING.
  public static let ack = HTTP2FrameFlags(rawValue: 0x01)
  /// DATA and HEADERS.
  public static let endStream = HTTP2FrameFlags(rawValue: 0x01)
  /// HEADERS, PUSH_PROMISE and CONTINUATION.
  public static let endHeaders = HTTP2FrameFlags(rawValue: 0x04)
  /// DATA, HEADERS and PUSH_PROMISE.
  public static let padded = HTTP2FrameFlags(rawValue: 0x08)
  /// HEADERS.
  public static let priority = HTTP2FrameFlags(rawValue: 0x20)
}
