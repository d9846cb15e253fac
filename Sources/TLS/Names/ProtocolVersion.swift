import Wire

/// A version of TLS, as a hello has it (RFC 8446 section 4.2.1).
public struct ProtocolVersion: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// TLS 1.0 (RFC 2246).
  public static let tls10 = ProtocolVersion(rawValue: 0x0301)
  /// TLS 1.1 (RFC 4346).
  public static let tls11 = ProtocolVersion(rawValue: 0x0302)
  /// TLS 1.2 (RFC 5246).
  public static let tls12 = ProtocolVersion(rawValue: 0x0303)
  /// TLS 1.3 (RFC 8446).
  public static let tls13 = ProtocolVersion(rawValue: 0x0304)

  /// The version of TLS that a version of DTLS differs from in its records alone (RFC 4347, RFC 6347, RFC 9147); any other version is itself.
  public var overStreams: ProtocolVersion {
    switch rawValue {
    // The second is that of OpenSSL before 0.9.8f.
    case 0xFEFF, 0x0100: .tls11
    case 0xFEFD: .tls12
    case 0xFEFC: .tls13
    default: self
    }
  }

  /// True for the drafts of TLS 1.3, which have numbers of their own.
  public var isDraftOfTLS13: Bool { rawValue >> 8 == 0x7F }
  /// True for the drafts of TLS 1.3 before draft 22, whose ServerHello has neither a session identifier nor a compression method.
  public var hasShortServerHello: Bool { isDraftOfTLS13 && rawValue & 0xFF < 22 }

  public static func < (one: ProtocolVersion, other: ProtocolVersion) -> Bool { one.rawValue < other.rawValue }
}

extension ProtocolVersion: CustomStringConvertible {
  /// As the registry has it: `TLS 1.3`.
  public var description: String { RegisteredNames.tlsVersions[UInt64(rawValue)] ?? "TLS version \(rawValue)" }
}
