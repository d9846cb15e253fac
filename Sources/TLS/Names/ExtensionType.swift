import Wire

/// The kind of a hello's extension (RFC 8446 section 4.2).
public struct ExtensionType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  public static let serverName = ExtensionType(rawValue: 0)
  public static let truncatedHMAC = ExtensionType(rawValue: 4)
  public static let supportedGroups = ExtensionType(rawValue: 10)
  public static let pointFormats = ExtensionType(rawValue: 11)
  public static let signatureAlgorithms = ExtensionType(rawValue: 13)
  public static let applicationProtocols = ExtensionType(rawValue: 16)
  public static let encryptThenMAC = ExtensionType(rawValue: 22)
  public static let extendedMasterSecret = ExtensionType(rawValue: 23)
  public static let sessionTicket = ExtensionType(rawValue: 35)
  public static let preSharedKey = ExtensionType(rawValue: 41)
  public static let earlyData = ExtensionType(rawValue: 42)
  public static let supportedVersions = ExtensionType(rawValue: 43)
  public static let cookie = ExtensionType(rawValue: 44)
  public static let keyShare = ExtensionType(rawValue: 51)
  /// RFC 9849: the ClientHello is an outer one, or offers nonsense to look like one.
  public static let encryptedClientHello = ExtensionType(rawValue: 0xFE0D)
}

extension ExtensionType: CustomStringConvertible {
  public var description: String {
    RegisteredNames.tlsExtensionTypes[UInt64(rawValue)] ?? "extension type \(rawValue)"
  }
}
