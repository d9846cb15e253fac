public import Dissection

/// A TCP connection as the client's side of the wire saw it.
public struct ObservedConnection: Sendable {
  /// Data of the client that had not been sent before.
  struct Sent: Sendable {
    var packet: PacketMark
    /// How many bytes of the stream had been sent with it.
    var total: Int
  }

  /// Whether it runs over IPv6.
  public internal(set) var isIPv6 = false
  /// Each SYN of the client, retransmissions among them.
  public internal(set) var attempts: [PacketMark] = []
  /// The server's SYN, when it arrived.
  public internal(set) var established: PacketMark?
  /// The first data of the client.
  public internal(set) var firstRequest: PacketMark?
  /// The first and the last data of the server.
  public internal(set) var firstResponse: PacketMark?
  public internal(set) var lastResponse: PacketMark?
  /// The first FIN or RST of either side.
  public internal(set) var closedByClient: PacketMark?
  public internal(set) var closedByServer: PacketMark?
  /// Whether the client's was an RST.
  public internal(set) var clientReset = false
  /// The last new data of the client before the response, and the last of all.
  var sentBeforeResponse = 0
  var lastSent: Sent?
  /// The client's next sequence number.
  var nextSequence: UInt32?
}
