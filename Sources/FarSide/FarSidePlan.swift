/// What is on the far side of a private link.
public struct FarSidePlan: Sendable, Hashable {
  /// What port 80 does, or nil for the demo service.
  public var http: ServerScript?
  /// What port 443 does; by default the demo service.
  public var https: SecureScript
  public var dns: DNSRules
  /// What the proxy does, or nil if there is none.
  public var proxy: ProxyScript?

  /// The demo service on every port. It speaks HTTP/3 where the libraries of QUIC are installed.
  public static var service: FarSidePlan {
    var http3 = HTTP3Script()
    http3.isRequired = false
    return FarSidePlan(https: SecureScript(http3: http3))
  }

  public init(
    http: ServerScript? = nil, https: SecureScript = SecureScript(), dns: DNSRules = .standard,
    proxy: ProxyScript? = nil
  ) {
    self.http = http
    self.https = https
    self.dns = dns
    self.proxy = proxy
  }
}
