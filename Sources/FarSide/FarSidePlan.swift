/// What is on the far side of a private link.
public struct FarSidePlan: Sendable, Hashable {
  /// What port 80 does, or nil for the demo service.
  public var http: ServerScript?
  /// What port 443 does; by default the demo service.
  public var https: SecureScript
  public var dns: DNSRules

  public init(http: ServerScript? = nil, https: SecureScript = SecureScript(), dns: DNSRules = .standard) {
    self.http = http
    self.https = https
    self.dns = dns
  }
}
