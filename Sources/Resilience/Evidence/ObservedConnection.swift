public import Streams
import Dissection

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
  /// The first data of the client; within TLS what completed the head of its first request.
  public internal(set) var firstRequest: PacketMark?
  /// The first and the last data of the server; within TLS of its responses.
  public internal(set) var firstResponse: PacketMark?
  public internal(set) var lastResponse: PacketMark?
  /// The first FIN or RST of either side.
  public internal(set) var closedByClient: PacketMark?
  public internal(set) var closedByServer: PacketMark?
  /// Whether the client's was an RST.
  public internal(set) var clientReset = false
  /// What is known of its TLS, where the server told of it.
  var secure: SecureTraffic?
  /// The second packet with new data of the client.
  var secondSent: PacketMark?
  /// The last new data of the client before the response, and the last of all.
  var sentBeforeResponse = 0
  var lastSent: Sent?
  /// The client's next sequence number.
  var nextSequence: UInt32?
}
