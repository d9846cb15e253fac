/// An end of a connection: the client sends the ClientHello.
public enum TLSSide: Hashable, Sendable, CaseIterable {
  case client, server

  public var peer: TLSSide { self == .client ? .server : .client }
}
