/// A proxy on the far side, and what clients are told of it.
public struct ProxyScript: Sendable, Hashable {
  /// The proxy's name, which leads to the far side unless a rule of DNS says otherwise.
  public static let host = "proxy.test"
  /// The proxy's port.
  public static let port: UInt16 = 3128

  /// What it does with its clients.
  public var script: ServerScript
  /// The user and the password in its URL, `someone:secret`; nil if there are none.
  public var credentials: String?
  /// The hosts that are not for the proxy, in the form of the variable `no_proxy`.
  public var bypass: String

  public init(_ script: ServerScript, credentials: String? = nil, bypass: String = "") {
    self.script = script
    self.credentials = credentials
    self.bypass = bypass
  }

  /// The variables by which programs learn of proxies, in both spellings: curl reads `http_proxy` in small letters only, others prefer
  /// capitals.
  public var variables: [(name: String, value: String)] {
    let url = "http://" + (credentials.map { $0 + "@" } ?? "") + "\(Self.host):\(Self.port)"
    let values = [("http_proxy", url), ("https_proxy", url)] + (bypass.isEmpty ? [] : [("no_proxy", bypass)])
    return values.flatMap { [($0.0, $0.1), ($0.0.uppercased(), $0.1)] }
  }
}
