/// What a server does within TLS, and before it.
public struct SecureScript: Sendable, Hashable {
  /// What is done within TLS, or nil for the demo service.
  public var script: ServerScript?
  public var certificate: ServedCertificate
  /// What is done on the first connection, the second ... before TLS begins, on TCP itself; the last list is for all that
  /// follow. TLS begins when a list is over, unless that has ended the connection or stalls.
  public var opening: [[ServerStep]]

  public init(
    script: ServerScript? = nil, certificate: ServedCertificate = .good, opening: [[ServerStep]] = []
  ) {
    self.script = script
    self.certificate = certificate
    self.opening = opening
  }
}
