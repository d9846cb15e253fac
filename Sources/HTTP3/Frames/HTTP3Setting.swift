import Wire

/// One setting of a SETTINGS frame (RFC 9114 section 7.2.4).
public struct HTTP3Setting: Hashable, Sendable {
  /// What is set (RFC 9114 section 7.2.4.1, RFC 9204 section 5, RFC 9220 section 3, RFC 9297 section 2.1.1).
  public struct Identifier: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// SETTINGS_QPACK_MAX_TABLE_CAPACITY, in octets.
    public static let qpackMaxTableCapacity = Identifier(rawValue: 0x01)
    /// SETTINGS_MAX_FIELD_SECTION_SIZE, in octets.
    public static let maxFieldSectionSize = Identifier(rawValue: 0x06)
    /// SETTINGS_QPACK_BLOCKED_STREAMS.
    public static let qpackBlockedStreams = Identifier(rawValue: 0x07)
    /// SETTINGS_ENABLE_CONNECT_PROTOCOL (RFC 9220 section 3).
    public static let enableConnectProtocol = Identifier(rawValue: 0x08)
    /// SETTINGS_H3_DATAGRAM (RFC 9297 section 2.1.1).
    public static let datagram = Identifier(rawValue: 0x33)
    /// SETTINGS_ENABLE_WEBTRANSPORT (draft-ietf-webtrans-http3-02).
    public static let enableWebTransport = Identifier(rawValue: 0x2B60_3742)
    /// SETTINGS_WEBTRANSPORT_MAX_SESSIONS (draft-ietf-webtrans-http3-07).
    public static let webTransportMaxSessions = Identifier(rawValue: 0xC671_706A)

    /// Whether it is a setting of HTTP/2 that HTTP/3 has not, and that must not be sent (RFC 9114 section 7.2.4.1).
    public var isOfHTTP2: Bool { [0x00, 0x02, 0x03, 0x04, 0x05].contains(rawValue) }
    /// Whether it means nothing and is there to be ignored (section 7.2.4.1).
    public var isReserved: Bool { HTTP3Reserved.contains(rawValue) }

    /// The name in its RFC, without `SETTINGS_`; for another setting its number.
    public var description: String {
      switch self {
      case .qpackMaxTableCapacity: "QPACK_MAX_TABLE_CAPACITY"
      case .maxFieldSectionSize: "MAX_FIELD_SECTION_SIZE"
      case .qpackBlockedStreams: "QPACK_BLOCKED_STREAMS"
      case .enableConnectProtocol: "ENABLE_CONNECT_PROTOCOL"
      case .datagram: "H3_DATAGRAM"
      case .enableWebTransport: "ENABLE_WEBTRANSPORT"
      case .webTransportMaxSessions: "WEBTRANSPORT_MAX_SESSIONS"
      default: isReserved ? "reserved setting \(rawValue)" : "setting \(rawValue)"
      }
    }
  }

  /// Which setting.
  public var identifier: Identifier
  /// Its value.
  public var value: UInt64

  /// One setting of a SETTINGS frame.
  public init(_ identifier: Identifier, _ value: UInt64) {
    self.identifier = identifier
    self.value = value
  }

  /// The settings of a payload; nil if it ends within one.
  public static func list(_ payload: Span<UInt8>) -> [HTTP3Setting]? {
    var list: [HTTP3Setting] = []
    var position = 0
    while position < payload.count {
      guard let identifier = VariableInteger(payload, at: position),
        let value = VariableInteger(payload, at: position + identifier.length)
      else { return nil }
      list.append(HTTP3Setting(Identifier(rawValue: identifier.value), value.value))
      position += identifier.length + value.length
    }
    return list
  }

  /// Whether the setting is one of HTTP/3's, and has a value that it may have.
  public var isValid: Bool {
    switch identifier {
    case .enableConnectProtocol, .datagram: value <= 1
    default: !identifier.isOfHTTP2
    }
  }
}

/// What one end has set, with the initial values for what it has not (RFC 9114 section 7.2.4.1, RFC 9204 section 5).
public struct HTTP3Settings: Hashable, Sendable {
  /// The largest dynamic table of the decoder, in octets.
  public var qpackMaxTableCapacity: UInt64 = 0
  /// How many streams may wait for the encoder stream.
  public var qpackBlockedStreams: UInt64 = 0
  /// In octets; nil where there is no limit.
  public var maxFieldSectionSize: UInt64?
  /// Extended CONNECT (RFC 9220).
  public var enableConnectProtocol = false
  /// Datagrams of HTTP (RFC 9297).
  public var datagram = false

  /// The values before any SETTINGS frame.
  public init() {}

  /// The settings of a frame; those whose value is not allowed change nothing.
  public init(_ list: [HTTP3Setting]) {
    for setting in list where setting.isValid {
      switch setting.identifier {
      case .qpackMaxTableCapacity: qpackMaxTableCapacity = setting.value
      case .qpackBlockedStreams: qpackBlockedStreams = setting.value
      case .maxFieldSectionSize: maxFieldSectionSize = setting.value
      case .enableConnectProtocol: enableConnectProtocol = setting.value == 1
      case .datagram: datagram = setting.value == 1
      default: break
      }
    }
  }
}
