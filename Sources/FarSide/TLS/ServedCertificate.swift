/// What certificate a server shows, right or wrong.
public enum ServedCertificate: String, Sendable, CaseIterable {
  /// From the run's authority, for the name that was asked for.
  case good
  /// Its time ended yesterday.
  case expired
  /// Its time begins tomorrow.
  case notYetValid = "not-yet-valid"
  /// For another name than the one that was asked for.
  case otherHost = "other-host"
  /// From an authority that nobody was told of.
  case unknownAuthority = "unknown-ca"
  /// From itself.
  case selfSigned = "self-signed"
}
