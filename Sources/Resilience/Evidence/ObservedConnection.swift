/// A TCP connection as the client's side of the wire saw it.
public struct ObservedConnection: Sendable {
  /// Each SYN of the client, retransmissions among them.
  public internal(set) var attempts: [PacketCitation] = []
  /// The server's SYN, when it arrived.
  public internal(set) var established: PacketCitation?
  /// The first data of the client.
  public internal(set) var firstRequest: PacketCitation?
  /// The first and the last data of the server.
  public internal(set) var firstResponse: PacketCitation?
  public internal(set) var lastResponse: PacketCitation?
  /// The first FIN or RST of either side.
  public internal(set) var closedByClient: PacketCitation?
  public internal(set) var closedByServer: PacketCitation?
  /// Whether the client's was an RST.
  public internal(set) var clientReset = false
}
