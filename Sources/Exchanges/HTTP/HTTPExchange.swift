import MessageFormats
public import Streams
public import Wire

/// A request and what came of it.
public struct HTTPExchange: Sendable {
  /// What carries an exchange.
  public enum Transport: String, Hashable, Sendable {
    /// A connection of TCP.
    case tcp
    /// A connection of QUIC (RFC 9000).
    case quic
  }

  /// How many findings are kept one by one; all are counted.
  package static let findingLimit = 32

  /// The place among the capture's exchanges from 1, in the order in which they began.
  public package(set) var number: Int
  /// The conversation: Wireshark's `tcp.stream`, or its `quic.connection.number` where `transport` says so.
  public package(set) var stream: Int
  /// The client's address and port.
  public package(set) var client: Endpoint
  /// The server's address and port.
  public package(set) var server: Endpoint
  /// The side of the conversation that is the client.
  public package(set) var clientSide: FlowSide
  /// Its place among the exchanges of the conversation, from 1.
  public package(set) var place = 1
  /// The client's first SYN, or its first packet of QUIC, where it is in the capture.
  public package(set) var opened: PacketMark?
  /// The packet that completed the handshake of TCP, or of QUIC; nil if it was not seen.
  public package(set) var connected: PacketMark?
  /// The TLS that it went through; nil in the clear.
  public internal(set) var security: TLSSession?
  /// What carries it.
  public internal(set) var transport = Transport.tcp
  /// The stream of HTTP/2 or, in HTTP/3, of QUIC; nil in HTTP/1.x.
  public internal(set) var streamID: UInt64?
  /// Why its stream was reset, by the name of the error code (RFC 9113 section 7, RFC 9114 section 8.1).
  public internal(set) var streamError: String?
  /// Who ended its connection of HTTP/2 or HTTP/3 before it was over, and the error code of that GOAWAY (RFC 9113 section 6.8) or
  /// CONNECTION_CLOSE (RFC 9000 section 19.19).
  public internal(set) var goaway: (party: HTTPParty, code: String)?
  /// Whether it became a WebSocket (RFC 6455, RFC 8441, RFC 9220).
  public internal(set) var isWebSocket = false
  /// What it says as a call of gRPC; nil if it is none.
  public internal(set) var call: GRPCCall?
  /// What a request of HTTP/2 or HTTP/3 says of its scheme.
  var scheme: String?
  /// Where the tunnel leads that it went through; for a connection that failed, the name that the client asked for.
  var authority: String?
  /// The DNS exchange that gave the client the server's address, where it was asked for and found.
  public internal(set) var resolution: NameResolution?
  /// Why a connection was opened for it that is not one of HTTP/3, although the server had offered that; nil if it had not, and for later exchanges of
  /// a connection.
  public internal(set) var unusedHTTP3: UnusedHTTP3?
  /// Nil where only the response is in the capture.
  public package(set) var request: HTTPMessage?
  /// The final response, as far as it came.
  public package(set) var response: HTTPMessage?
  /// The response that came when the client had already ended, so that it cannot have received it.
  public internal(set) var late: HTTPMessage?
  /// True if the server has sent the response without a request, as when it closes an idle connection (RFC 9110 section 15.5.9).
  public internal(set) var isUnsolicited = false
  /// The client and the server that a PROXY protocol header names; nil if there is none.
  public internal(set) var proxied: ProxiedEnds?
  /// The statuses of the 1xx responses before it.
  public package(set) var interim: [Int] = []
  /// What became of it.
  public package(set) var outcome = HTTPOutcome.open
  /// The packet in which it ended, however it did.
  public package(set) var ended: PacketMark?
  /// The number of bytes that the client has acknowledged of a response that is not in the capture; nil if that is not known.
  public internal(set) var unseenResponseBytes: Int64?
  /// What happened to its packets meanwhile.
  public package(set) var findings: [TCPFinding] = []
  /// What happened to the segments while it lasted.
  public package(set) var findingCounts = TCPFindingCounts()
  /// Heads, bodies and packets, where they were asked for.
  public package(set) var detail: HTTPDetail?

  /// The same without its heads and bodies.
  public var withoutDetail: HTTPExchange {
    var copy = self
    copy.detail = nil
    return copy
  }

  /// The same without its heads and bodies, but with its messages.
  public var withMessagesOnly: HTTPExchange {
    guard let detail, detail.messageCount > 0 else { return withoutDetail }
    var copy = self
    copy.detail = HTTPDetail()
    copy.detail?.messages = detail.messages
    copy.detail?.messageCount = detail.messageCount
    return copy
  }

  /// The same with no more of each body than `limit` bytes.
  public func withBodies(cutTo limit: Int) -> HTTPExchange {
    guard let detail, max(detail.requestBody.count, detail.responseBody.count) > limit else { return self }
    var copy = self
    copy.detail?.cutBodies(to: limit)
    return copy
  }

  /// When its first byte was seen; where no request was made, when the connection or the name was asked for.
  public var began: PacketMark? { request?.first ?? response?.first ?? opened }

  /// Why there was no connection, if that is why there was no request.
  public var failure: ConnectionFailure? {
    if case .unconnected(let failure) = outcome { failure } else { nil }
  }

  /// Whether it came to nothing: not complete, or answered with an error of HTTP or gRPC.
  public var isFailed: Bool {
    outcome != .complete || response?.status ?? 0 >= 400 || call?.status?.code ?? 0 != 0
  }

  /// The version and stream in short, by the names that TLS negotiates them with (RFC 7301): `http/1.1`, `h2 #5`, `h3 #0`.
  public var protocolName: String {
    if let streamID { return transport == .quic ? "h3 #\(streamID)" : "h2 #\(streamID)" }
    return (response ?? request)?.startLine.version.lowercased() ?? ""
  }

  /// The stream of HTTP/2; nil for other versions.
  var http2Stream: Int64? { transport == .tcp ? streamID.map { Int64($0) } : nil }
  /// The stream of HTTP/3; nil for other versions.
  var http3Stream: Int64? { transport == .quic ? streamID.map { Int64(clamping: $0) } : nil }

  /// The name that the client asked for, of a connection that failed.
  var hostOfFailure: String? {
    failure == nil ? nil : authority ?? security?.serverName ?? resolution?.name
  }

  /// The name of the origin without its port: of the request, or of a TLS connection without one.
  var originHost: String? {
    guard let field = request?.fields.host else { return security?.serverName ?? authority ?? resolution?.name }
    let end =
      field.hasPrefix("[") ? field.firstIndex(of: "]").map { field.index(after: $0) } : field.firstIndex(of: ":")
    return String(field[..<(end ?? field.endIndex)])
  }

  /// Where the client wanted to go: `api.example:443`.
  public var destination: String {
    guard let authority = authority ?? security?.serverName ?? resolution?.name else { return server.description }
    return failure?.isOfName == true ? authority : "\(authority):\(server.port)"
  }

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

  /// What its client waited, in nanoseconds: from the DNS query or the SYN of the connection that was opened for it, else from its
  /// first byte, to its end.
  public var total: Int64? {
    guard began != nil, let ended else { return nil }
    return ended.timestamp.nanoseconds &- timings.started
  }

  /// From the first byte of the request to the end of the exchange, in nanoseconds.
  public var requestTime: Int64? {
    guard let first = (request ?? response)?.first, let ended else { return nil }
    return ended.timestamp - first.timestamp
  }

  /// The phases of `total`.
  public var timings: ExchangeTimings { ExchangeTimings(self) }

  /// From the packet that completed the request to the one that completed the response, in nanoseconds: `http.time`.
  public var time: Int64? {
    guard let sent = request?.last, let last = response?.last else { return nil }
    return last.timestamp - sent.timestamp
  }
}
