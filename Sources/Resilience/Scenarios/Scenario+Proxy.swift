internal import FarSide

extension Scenario {
  /// The variables of the environment that tell the client of a proxy; none if there is no proxy.
  public var proxyVariables: [(name: String, value: String)] { farSide.proxy?.variables ?? [] }

  /// The proxy's name, as it is asked for.
  static var proxyHost: String { ProxyScript.host }
  /// The proxy's port.
  static var proxyPort: UInt16 { ProxyScript.port }
}
