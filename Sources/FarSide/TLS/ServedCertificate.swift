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
