/// Which certificate a server shows.
public enum ServerIdentity: String, Sendable, CaseIterable {
  /// For every name of the far side, by the authority that the client is given.
  case valid
  /// Valid until yesterday.
  case expired
  /// For a name that nobody asked for.
  case wrongHost = "wrong-host"
  /// By an authority that nobody knows.
  case unknownAuthority = "unknown-authority"
}
