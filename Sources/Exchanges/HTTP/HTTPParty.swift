/// One of the two who exchange messages.
public enum HTTPParty: UInt8, Hashable, Sendable {
  /// Who asks, and who answers.
  case client, server
}
