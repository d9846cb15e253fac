/// What is on the far side of a private link.
public struct FarSidePlan: Sendable, Hashable {
  /// What port 80 does, or nil for the demo service.
  public var http: ServerScript?
  /// What port 443 does, or nil for nothing: connections to it are refused.
  public var https: ServerScript?
  public var dns: DNSRules

  public init(http: ServerScript? = nil, https: ServerScript? = nil, dns: DNSRules = .standard) {
    self.http = http
    self.https = https
    self.dns = dns
  }
}
