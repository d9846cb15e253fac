/// The type of a resource record or question (IANA "DNS Parameters").
public struct DNSRecordType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  public static let a = DNSRecordType(rawValue: 1)
  public static let ns = DNSRecordType(rawValue: 2)
  public static let cname = DNSRecordType(rawValue: 5)
  public static let soa = DNSRecordType(rawValue: 6)
  public static let ptr = DNSRecordType(rawValue: 12)
  public static let mx = DNSRecordType(rawValue: 15)
  public static let txt = DNSRecordType(rawValue: 16)
  public static let aaaa = DNSRecordType(rawValue: 28)
  public static let srv = DNSRecordType(rawValue: 33)
  public static let opt = DNSRecordType(rawValue: 41)
  public static let svcb = DNSRecordType(rawValue: 64)
  public static let https = DNSRecordType(rawValue: 65)
  public static let any = DNSRecordType(rawValue: 255)
}
