import Exchanges
public import Streams
import Wire

/// A TCP connection as seen at the client's end of the link.
public struct ObservedConnection: Sendable {
  /// Data that the client sent for the first time.
  struct Sent: Sendable {
    var packet: PacketMark
    /// The length of the stream up to and including this data.
    var total: Int
  }

  /// The conversation, as Wireshark's `tcp.stream`.
  let stream: Int
  /// Whether it runs over IPv6.
  public let isIPv6: Bool
  /// The address and the port that it leads to.
  let server: Endpoint
  var port: UInt16 { server.port }
  /// Each SYN of the client, including retransmissions.
  public let attempts: [PacketMark]
  /// The server's SYN, when it arrived.
  public let established: PacketMark?
  /// The first data of the client; with TLS, the packet with the first byte of its first request, or, if its secrets are not
  /// known, the packet that completed the request's head.
  public internal(set) var firstRequest: PacketMark?
  /// The first and the last data of the server; with TLS and in HTTP/2, of its responses.
  public internal(set) var firstResponse: PacketMark?
  public internal(set) var lastResponse: PacketMark?
  /// The first FIN or RST of either side.
  public let closedByClient: PacketMark?
  public let closedByServer: PacketMark?
  /// Whether the client closed it with RST.
  public let clientReset: Bool
  /// What is known about its TLS without its secrets, if the server's log contains the connection.
  let secure: SecureTraffic?
  /// The second packet with new data of the client.
  let secondSent: PacketMark?
  /// The length of the client's stream before the response, and its last new data.
  let sentBeforeResponse: Int
  let lastSent: Sent?
  /// The length of the server's stream.
  let receivedBytes: Int64
  /// Whether its requests and responses are known from within TLS or HTTP/2.
  private(set) var isDecrypted = false
  /// The last data of the server, whatever it is.
  let lastReceived: PacketMark?

  init(_ record: ConnectionRecord, _ secure: SecureTraffic?) {
    stream = record.stream
    if case .v6 = record.server.address { isIPv6 = true } else { isIPv6 = false }
    server = record.server
    attempts = record.syns
    established = record.connected
    closedByClient = record.clientEnding?.packet
    closedByServer = record.serverEnding?.packet
    clientReset = record.clientEnding?.isReset ?? false
    secondSent = record.secondSent
    lastSent = record.lastSent.map { Sent(packet: $0, total: Int(clamping: record.sentBytes)) }
    lastReceived = record.lastReceived
    receivedBytes = record.receivedBytes
    self.secure = secure
    firstRequest = secure == nil ? record.firstSent : nil
    firstResponse = secure == nil ? record.firstReceived : secure?.firstResponse
    lastResponse = secure == nil ? record.lastReceived : secure?.lastResponse
    sentBeforeResponse = Int(clamping: secure?.sentBeforeResponse ?? record.sentBeforeResponse)
  }

  /// Takes over when an exchange began and was answered, because other data of TLS and of HTTP/2 goes before.
  mutating func note(_ exchange: HTTPExchange) {
    if !isDecrypted { (firstRequest, firstResponse, lastResponse) = (nil, nil, nil) }
    isDecrypted = true
    firstRequest = Self.earlier(firstRequest, exchange.request?.first)
    firstResponse = Self.earlier(firstResponse, exchange.response?.first)
    if firstResponse != nil { lastResponse = lastReceived }
  }

  private static func earlier(_ one: PacketMark?, _ other: PacketMark?) -> PacketMark? {
    [one, other].compactMap { $0 }.min { $0.number < $1.number }
  }
}
