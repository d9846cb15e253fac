/// What a server does inside TLS, and before it.
public struct SecureScript: Sendable, Hashable {
  /// What it does inside TLS, or nil for the demo service.
  public var script: ServerScript?
  public var certificate: ServedCertificate
  /// The steps over TCP before TLS begins: one list for the first connection, one for the second, and so on. The last
  /// list serves all further connections. TLS begins when a list is finished, unless the list has ended the connection
  /// or stalls.
  public var opening: [[ServerStep]]

  public init(
    script: ServerScript? = nil, certificate: ServedCertificate = .good, opening: [[ServerStep]] = []
  ) {
    self.script = script
    self.certificate = certificate
    self.opening = opening
  }
}
