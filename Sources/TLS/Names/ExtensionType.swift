import Wire

/// The kind of a hello's extension (RFC 8446 section 4.2).
public struct ExtensionType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// server_name: the host that the client wants (RFC 6066 section 3).
  public static let serverName = ExtensionType(rawValue: 0)
  /// truncated_hmac (RFC 6066 section 7).
  public static let truncatedHMAC = ExtensionType(rawValue: 4)
  /// supported_groups (RFC 8446 section 4.2.7).
  public static let supportedGroups = ExtensionType(rawValue: 10)
  /// ec_point_formats (RFC 8422 section 5.1.2).
  public static let pointFormats = ExtensionType(rawValue: 11)
  /// signature_algorithms (RFC 8446 section 4.2.3).
  public static let signatureAlgorithms = ExtensionType(rawValue: 13)
  /// application_layer_protocol_negotiation, ALPN (RFC 7301).
  public static let applicationProtocols = ExtensionType(rawValue: 16)
  /// encrypt_then_mac (RFC 7366).
  public static let encryptThenMAC = ExtensionType(rawValue: 22)
  /// extended_master_secret (RFC 7627).
  public static let extendedMasterSecret = ExtensionType(rawValue: 23)
  /// session_ticket (RFC 5077).
  public static let sessionTicket = ExtensionType(rawValue: 35)
  /// pre_shared_key (RFC 8446 section 4.2.11).
  public static let preSharedKey = ExtensionType(rawValue: 41)
  /// early_data (RFC 8446 section 4.2.10).
  public static let earlyData = ExtensionType(rawValue: 42)
  /// supported_versions (RFC 8446 section 4.2.1).
  public static let supportedVersions = ExtensionType(rawValue: 43)
  /// cookie (RFC 8446 section 4.2.2).
  public static let cookie = ExtensionType(rawValue: 44)
  /// key_share (RFC 8446 section 4.2.8).
  public static let keyShare = ExtensionType(rawValue: 51)
  /// RFC 9849: the ClientHello is an outer one, or offers nonsense to look like one.
  public static let encryptedClientHello = ExtensionType(rawValue: 0xFE0D)
}

extension ExtensionType: CustomStringConvertible {
  public var description: String {
    RegisteredNames.tlsExtensionTypes[UInt64(rawValue)] ?? "extension type \(rawValue)"
  }
}
