/// What is on the far side of a private link.
public struct FarSidePlan: Sendable, Hashable {
  /// What port 80 does, or nil for the demo service.
  public var http: ServerScript?
  public var dns: DNSRules

  public init(http: ServerScript? = nil, dns: DNSRules = .standard) {
    self.http = http
    self.dns = dns
  }
}
