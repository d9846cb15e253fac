/// What a unidirectional stream is for, as its first bytes say (RFC 9114 section 6.2, RFC 9204 section 4.2).
public struct HTTP3StreamType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The control stream of its sender (RFC 9114 section 6.2.1).
  public static let control = HTTP3StreamType(rawValue: 0x00)
  /// A push: its number and a response follow (section 6.2.2).
  public static let push = HTTP3StreamType(rawValue: 0x01)
  /// The encoder stream of its sender (RFC 9204 section 4.2).
  public static let encoder = HTTP3StreamType(rawValue: 0x02)
  /// The decoder stream of its sender (RFC 9204 section 4.2).
  public static let decoder = HTTP3StreamType(rawValue: 0x03)
  /// A stream of a session of WebTransport (draft-ietf-webtrans-http3 section 4.2).
  public static let webTransport = HTTP3StreamType(rawValue: 0x54)

  /// Whether it means nothing and is there to be ignored (RFC 9114 section 6.2.3).
  public var isReserved: Bool { HTTP3Reserved.contains(rawValue) }
  /// Whether a connection has one of its sender, and ends with it (RFC 9114 section 6.2.1, RFC 9204 section 4.2).
  public var isCritical: Bool { [.control, .encoder, .decoder].contains(self) }

  public var description: String {
    switch self {
    case .control: "control stream"
    case .push: "push stream"
    case .encoder: "QPACK encoder stream"
    case .decoder: "QPACK decoder stream"
    case .webTransport: "WebTransport stream"
    default: isReserved ? "reserved stream type \(rawValue)" : "stream type \(rawValue)"
    }
  }
}
