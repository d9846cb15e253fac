/// The type of a resource record or question (IANA "DNS Parameters").
public struct DNSRecordType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// An IPv4 address.
  public static let a = DNSRecordType(rawValue: 1)
  /// A name server.
  public static let ns = DNSRecordType(rawValue: 2)
  /// Another name.
  public static let cname = DNSRecordType(rawValue: 5)
  /// The begin of a zone.
  public static let soa = DNSRecordType(rawValue: 6)
  /// A name for an address.
  public static let ptr = DNSRecordType(rawValue: 12)
  /// A mail server.
  public static let mx = DNSRecordType(rawValue: 15)
  /// Text.
  public static let txt = DNSRecordType(rawValue: 16)
  /// An IPv6 address.
  public static let aaaa = DNSRecordType(rawValue: 28)
  /// A host and port of a service (RFC 2782).
  public static let srv = DNSRecordType(rawValue: 33)
  /// EDNS (RFC 6891).
  public static let opt = DNSRecordType(rawValue: 41)
  /// How a service is reached (RFC 9460).
  public static let svcb = DNSRecordType(rawValue: 64)
  /// How an HTTPS server is reached (RFC 9460).
  public static let https = DNSRecordType(rawValue: 65)
  /// All types.
  public static let any = DNSRecordType(rawValue: 255)
}
