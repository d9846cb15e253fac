import Wire

/// One setting of a SETTINGS frame (RFC 9113 section 6.5.1).
public struct HTTP2Setting: Hashable, Sendable {
  /// What is set (RFC 9113 section 6.5.2, RFC 8441 section 3, RFC 9218 section 2.1).
  public struct Identifier: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// SETTINGS_HEADER_TABLE_SIZE, in bytes.
    public static let headerTableSize = Identifier(rawValue: 0x1)
    /// SETTINGS_ENABLE_PUSH.
    public static let enablePush = Identifier(rawValue: 0x2)
    /// SETTINGS_MAX_CONCURRENT_STREAMS.
    public static let maxConcurrentStreams = Identifier(rawValue: 0x3)
    /// SETTINGS_INITIAL_WINDOW_SIZE, in bytes.
    public static let initialWindowSize = Identifier(rawValue: 0x4)
    /// SETTINGS_MAX_FRAME_SIZE, in bytes.
    public static let maxFrameSize = Identifier(rawValue: 0x5)
    /// SETTINGS_MAX_HEADER_LIST_SIZE, in bytes.
    public static let maxHeaderListSize = Identifier(rawValue: 0x6)
    /// SETTINGS_ENABLE_CONNECT_PROTOCOL (RFC 8441 section 3).
    public static let enableConnectProtocol = Identifier(rawValue: 0x8)
    /// SETTINGS_NO_RFC7540_PRIORITIES (RFC 9218 section 2.1).
    public static let noRFC7540Priorities = Identifier(rawValue: 0x9)

    public var description: String {
      switch self {
      case .headerTableSize: "HEADER_TABLE_SIZE"
      case .enablePush: "ENABLE_PUSH"
      case .maxConcurrentStreams: "MAX_CONCURRENT_STREAMS"
      case .initialWindowSize: "INITIAL_WINDOW_SIZE"
      case .maxFrameSize: "MAX_FRAME_SIZE"
      case .maxHeaderListSize: "MAX_HEADER_LIST_SIZE"
      case .enableConnectProtocol: "ENABLE_CONNECT_PROTOCOL"
      case .noRFC7540Priorities: "NO_RFC7540_PRIORITIES"
      default: "setting \(rawValue)"
      }
    }
  }

  /// 6 bytes.
  public static let length = 6

  /// Which setting.
  public var identifier: Identifier
  /// Its value.
  public var value: UInt32

  /// One setting of a SETTINGS frame.
  public init(_ identifier: Identifier, _ value: UInt32) {
    self.identifier = identifier
    self.value = value
  }

  /// The settings of a payload, without what is left over where its length is no multiple of six.
  public static func list(_ payload: Span<UInt8>) -> [HTTP2Setting] {
    (0..<payload.count / length).map {
      HTTP2Setting(
        Identifier(rawValue: payload.uint16(at: $0 * length)), payload.uint32(at: $0 * length + 2))
    }
  }

  /// Whether the value is one that the setting may have.
  public var isValid: Bool {
    switch identifier {
    case .enablePush, .enableConnectProtocol, .noRFC7540Priorities: value <= 1
    case .initialWindowSize: value <= 0x7FFF_FFFF
    case .maxFrameSize: (16_384...0xFF_FFFF).contains(value)
    default: true
    }
  }
}

/// What one end has set, with the initial values for what it has not (RFC 9113 section 6.5.2).
public struct HTTP2Settings: Hashable, Sendable {
  /// The largest dynamic table of the decoder, in bytes.
  public var headerTableSize: UInt32 = 4096
  /// Whether the server may push.
  public var enablePush = true
  /// Nil where there is no limit.
  public var maxConcurrentStreams: UInt32?
  /// The window of a new stream, in bytes.
  public var initialWindowSize: UInt32 = 65_535
  /// The longest payload of a frame, in bytes.
  public var maxFrameSize: UInt32 = 16_384
  /// Nil where there is no limit.
  public var maxHeaderListSize: UInt32?
  /// Extended CONNECT, as WebSockets over HTTP/2 use it (RFC 8441).
  public var enableConnectProtocol = false
  /// Whether the old scheme of priorities is not used.
  public var noRFC7540Priorities = false

  /// The values before any SETTINGS frame (RFC 9113 section 6.5.2).
  public init() {}

  /// Takes a setting; one whose value is not allowed changes nothing.
  public mutating func apply(_ setting: HTTP2Setting) {
    guard setting.isValid else { return }
    switch setting.identifier {
    case .headerTableSize: headerTableSize = setting.value
    case .enablePush: enablePush = setting.value == 1
    case .maxConcurrentStreams: maxConcurrentStreams = setting.value
    case .initialWindowSize: initialWindowSize = setting.value
    case .maxFrameSize: maxFrameSize = setting.value
    case .maxHeaderListSize: maxHeaderListSize = setting.value
    case .enableConnectProtocol: enableConnectProtocol = setting.value == 1
    case .noRFC7540Priorities: noRFC7540Priorities = setting.value == 1
    default: break
    }
  }

  /// The settings of an `HTTP2-Settings` field (RFC 7540 section 3.2.1): a payload as base64url; nil if it is not one.
  public static func list(headerField text: Span<UInt8>) -> [HTTP2Setting]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for index in text.indices where text[index] != UInt8(ascii: "=") {
      guard let digit = digit(text[index]) else { return nil }
      bits = bits << 6 | digit
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    guard bytes.count % HTTP2Setting.length == 0 else { return nil }
    return HTTP2Setting.list(bytes.span)
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
