/// An end of a connection: the client sends the ClientHello.
public enum TLSSide: Hashable, Sendable, CaseIterable {
  /// Who began the handshake, and who answered.
  case client, server

  /// The other one.
  public var peer: TLSSide { self == .client ? .server : .client }
}
