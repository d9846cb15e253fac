/// What a capsule is (RFC 9297 section 3.2).
public struct HTTP3CapsuleType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// DATAGRAM: a datagram in the stream of its request (RFC 9297 section 3.5).
  public static let datagram = HTTP3CapsuleType(rawValue: 0x00)
  /// ADDRESS_ASSIGN (RFC 9484 section 4.7.1).
  public static let addressAssign = HTTP3CapsuleType(rawValue: 0x01)
  /// ADDRESS_REQUEST (RFC 9484 section 4.7.2).
  public static let addressRequest = HTTP3CapsuleType(rawValue: 0x02)
  /// ROUTE_ADVERTISEMENT (RFC 9484 section 4.7.3).
  public static let routeAdvertisement = HTTP3CapsuleType(rawValue: 0x03)
  /// CLOSE_WEBTRANSPORT_SESSION (draft-ietf-webtrans-http3 section 6).
  public static let closeWebTransportSession = HTTP3CapsuleType(rawValue: 0x2843)
  /// DRAIN_WEBTRANSPORT_SESSION (draft-ietf-webtrans-http3 section 4.7).
  public static let drainWebTransportSession = HTTP3CapsuleType(rawValue: 0x78AE)

  /// The name in its RFC; for another type its number.
  public var description: String {
    switch self {
    case .datagram: "DATAGRAM"
    case .addressAssign: "ADDRESS_ASSIGN"
    case .addressRequest: "ADDRESS_REQUEST"
    case .routeAdvertisement: "ROUTE_ADVERTISEMENT"
    case .closeWebTransportSession: "CLOSE_WEBTRANSPORT_SESSION"
    case .drainWebTransportSession: "DRAIN_WEBTRANSPORT_SESSION"
    default: HTTP3Reserved.contains(rawValue) ? "reserved capsule \(rawValue)" : "capsule \(rawValue)"
    }
  }
}
