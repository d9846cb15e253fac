public import Streams
import Dissection

/// A TCP connection as seen at the client's end of the link.
public struct ObservedConnection: Sendable {
  /// Data that the client sent for the first time.
  struct Sent: Sendable {
    var packet: PacketMark
    /// The length of the stream up to and including this data.
    var total: Int
  }

  /// Whether it runs over IPv6.
  public internal(set) var isIPv6 = false
  /// Each SYN of the client, including retransmissions.
  public internal(set) var attempts: [PacketMark] = []
  /// The server's SYN, when it arrived.
  public internal(set) var established: PacketMark?
  /// The first data of the client; with TLS, the packet with the first byte of its first request, or, if its secrets are not
  /// known, the packet that completed the request's head.
  public internal(set) var firstRequest: PacketMark?
  /// The first and the last data of the server; with TLS and in HTTP/2, of its responses.
  public internal(set) var firstResponse: PacketMark?
  public internal(set) var lastResponse: PacketMark?
  /// The first FIN or RST of either side.
  public internal(set) var closedByClient: PacketMark?
  public internal(set) var closedByServer: PacketMark?
  /// Whether the client closed it with RST.
  public internal(set) var clientReset = false
  /// Whether its requests and responses are known from within TLS or HTTP/2.
  var isDecrypted = false
  /// What is known about its TLS, if the server's log contains the connection.
  var secure: SecureTraffic?
  /// The last data of the server, whatever it is.
  var lastReceived: PacketMark?
  /// The second packet with new data of the client.
  var secondSent: PacketMark?
  /// The length of the client's stream before the response, and its last new data.
  var sentBeforeResponse = 0
  var lastSent: Sent?
  /// The client's next sequence number.
  var nextSequence: UInt32?
}
