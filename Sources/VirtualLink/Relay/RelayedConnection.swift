public import Wire

/// A TCP connection of the program on a connected link, and the host's connection to where the program wants to go. Whatever the
/// program sends on the one belongs on the other, and the other way round.
public struct RelayedConnection: Sendable {
  /// The program's end, as the far side's kernel accepted it. It does not block.
  public let client: Descriptor
  /// The program's address and port.
  public let source: Endpoint
  /// What the program asked for: the address on the link, and the port.
  public let destination: Endpoint
  /// The host's connection to that destination. It is connected, and does not block.
  public let upstream: Descriptor

  /// A connection whose two sockets are connected.
  public init(client: Descriptor, source: Endpoint, destination: Endpoint, upstream: Descriptor) {
    self.client = client
    self.source = source
    self.destination = destination
    self.upstream = upstream
  }
}

/// Decides what happens to the connections of a connected link. The relay accepts and dials; everything after that is the
/// handler's.
public protocol ConnectionHandler: Sendable {
  /// Takes over a connection. It is called on the relay's thread, so it must not wait.
  ///
  /// The two sockets close when their last reference goes away. To pass the bytes on unchanged, give the connection to a
  /// ``Splicer``.
  func take(_ connection: RelayedConnection)
}
