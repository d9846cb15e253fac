/// What a server does inside TLS, and before it.
public struct SecureScript: Sendable, Hashable {
  /// What it does inside TLS, or nil for the demo service.
  public var script: ServerScript?
  public var certificate: ServedCertificate
  /// The steps over TCP before TLS begins: one list for the first connection, one for the second, and so on. The last
  /// list serves all further connections. TLS begins when a list is finished, unless the list has ended the connection
  /// or stalls.
  public var opening: [[ServerStep]]
  /// What it does by HTTP/3, beside TCP; nil if it does not speak it.
  public var http3: HTTP3Script?

  public init(
    script: ServerScript? = nil, certificate: ServedCertificate = .good, opening: [[ServerStep]] = [],
    http3: HTTP3Script? = nil
  ) {
    self.script = script
    self.certificate = certificate
    self.opening = opening
    self.http3 = http3
  }
}

/// The certificate that a server presents.
public enum ServedCertificate: String, Sendable, CaseIterable {
  /// Signed by the CA of the run, for the name that was asked for.
  case good
  /// Expired yesterday.
  case expired
  /// Valid from tomorrow.
  case notYetValid = "not-yet-valid"
  /// For a name other than the one that was asked for.
  case otherHost = "other-host"
  /// Signed by an unknown CA.
  case unknownAuthority = "unknown-ca"
  /// Self-signed.
  case selfSigned = "self-signed"
}
