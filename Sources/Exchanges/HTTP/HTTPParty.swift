/// One of the two who exchange messages.
public enum HTTPParty: UInt8, Hashable, Sendable {
  case client, server
}
