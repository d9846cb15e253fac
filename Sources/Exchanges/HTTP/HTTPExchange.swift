public import Streams
public import Wire

/// A request and what came of it.
public struct HTTPExchange: Sendable {
  /// How many findings are kept one by one; all are counted.
  package static let findingLimit = 32

  /// The place among the capture's exchanges from 1, in the order in which they began.
  public package(set) var number: Int
  /// The conversation, as Wireshark's `tcp.stream`.
  public package(set) var stream: Int
  public package(set) var client: Endpoint
  public package(set) var server: Endpoint
  /// The side of the conversation that is the client.
  public package(set) var clientSide: FlowSide
  /// Its place among the exchanges of the conversation, from 1.
  public package(set) var place = 1
  /// The client's first SYN, and the packet that completed the handshake, where they are in the capture.
  public package(set) var opened: PacketMark?
  public package(set) var connected: PacketMark?
  /// The TLS that it went through; nil in the clear.
  public internal(set) var security: TLSSession?
  /// The stream of HTTP/2; nil in HTTP/1.x.
  public internal(set) var streamID: UInt32?
  /// Why its stream was reset, by the name of the error code (RFC 9113 section 7).
  public internal(set) var streamError: String?
  /// What a request of HTTP/2 says of its scheme.
  var scheme: String?
  /// Where the tunnel leads that it went through.
  var authority: String?
  /// Nil where only the response is in the capture.
  public package(set) var request: HTTPMessage?
  /// The final response, as far as it came.
  public package(set) var response: HTTPMessage?
  /// The statuses of the 1xx responses before it.
  public package(set) var interim: [Int] = []
  public package(set) var outcome = HTTPOutcome.open
  /// The packet in which it ended, however it did.
  public package(set) var ended: PacketMark?
  /// What happened to its packets meanwhile.
  public package(set) var findings: [TCPFinding] = []
  public package(set) var findingCounts = TCPFindingCounts()
  /// Heads, bodies and packets, where they were asked for.
  public package(set) var detail: HTTPDetail?

  /// The same without its heads and bodies.
  public var withoutDetail: HTTPExchange {
    var copy = self
    copy.detail = nil
    return copy
  }

  /// The same with no more of each body than `limit` bytes.
  public func withBodies(cutTo limit: Int) -> HTTPExchange {
    guard let detail, max(detail.requestBody.count, detail.responseBody.count) > limit else { return self }
    var copy = self
    copy.detail?.cutBodies(to: limit)
    return copy
  }

  /// When its first byte was seen.
  public var began: PacketMark? { request?.first ?? response?.first }

  /// The URL as far as the request says it: its own, or made from `Host`, or from the server's address.
  public var url: String? {
    guard let request, let target = request.target else { return nil }
    if target.first != "/" && target != "*" { return target }
    let scheme = scheme ?? (security == nil ? "http" : "https")
    return scheme + "://" + (request.fields.host ?? authority ?? server.description) + target
  }

  /// From the end of the request to the first byte of the final response, in nanoseconds.
  public var timeToFirstByte: Int64? {
    guard let sent = request?.last, let first = response?.first else { return nil }
    return first.timestamp - sent.timestamp
  }

  /// From the first byte of the request to the end of the exchange, in nanoseconds.
  public var total: Int64? {
    guard let began, let ended else { return nil }
    return ended.timestamp - began.timestamp
  }

  /// From the packet that completed the request to the one that completed the response, in nanoseconds: `http.time`.
  public var time: Int64? {
    guard let sent = request?.last, let last = response?.last else { return nil }
    return last.timestamp - sent.timestamp
  }
}
