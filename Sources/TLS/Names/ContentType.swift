import Wire

/// What a record carries (RFC 8446 section 5.1).
public struct ContentType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// ChangeCipherSpec (20).
  public static let changeCipherSpec = ContentType(rawValue: 20)
  /// Alerts (21).
  public static let alert = ContentType(rawValue: 21)
  /// Handshake messages (22).
  public static let handshake = ContentType(rawValue: 22)
  /// Application data, and in TLS 1.3 everything that is encrypted (23).
  public static let applicationData = ContentType(rawValue: 23)
  /// Heartbeats (24, RFC 6520).
  public static let heartbeat = ContentType(rawValue: 24)
}

extension ContentType: CustomStringConvertible {
  public var description: String { RegisteredNames.tlsContentTypes[UInt64(rawValue)] ?? "Content type \(rawValue)" }
}
