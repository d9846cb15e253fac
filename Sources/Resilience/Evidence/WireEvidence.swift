public import Streams
import Exchanges
import Dissection
public import Wire

/// What a capture of the client's end of a link shows about the client's behaviour.
public struct WireEvidence {
  /// The connections, in the order of their first SYN.
  public private(set) var connections: [ObservedConnection] = []
  /// The client's DNS queries over UDP, and the answers that reached it.
  public private(set) var nameQueries: [NameQuery] = []
  public private(set) var nameAnswers: [PacketMark] = []
  /// The ICMP and ICMPv6 errors that told the client that a host or a port is unreachable.
  public private(set) var unreachables: [PacketMark] = []
  /// The client's requests, in the order in which they were sent, from the wire. Where a connection's secrets are not known, they
  /// are from the servers' log. Complete after `finish`.
  public private(set) var requests: [ObservedRequest] = []

  /// The two ends of a connection.
  private struct Ends: Hashable {
    var client: Endpoint
    var server: Endpoint
  }

  private static let dnsPort: UInt16 = 53
  private static let httpsPort = 443
  private var latest: [Ends: Int] = [:]
  /// All connections between two ends, in order.
  private var all: [Ends: [Int]] = [:]
  private var exchanges = HTTPReader()
  private var served: [ServerLog.Connection]

  /// - Parameter servers: the servers' log, for what the wire does not show.
  public init(servers: ServerLog = ServerLog()) {
    served = servers.connections.filter { $0.service == Self.httpsPort }
  }

  /// Reads the next packet of the capture. Packets other than TCP, DNS and ICMP errors are ignored.
  public mutating func read(_ frame: Frame, _ bytes: Span<UInt8>) {
    exchanges.read(frame, bytes)
    let headers = PacketHeaders(frame, bytes)
    let packet = PacketMark(number: frame.number, timestamp: frame.timestamp)
    if Self.isUnreachable(headers, bytes) { unreachables.append(packet) }
    guard let source = headers.sourceEndpoint(in: bytes), let destination = headers.destinationEndpoint(in: bytes)
    else { return }
    if let tcp = headers.tcp(in: bytes) {
      let start = headers.payload.prefix(7).map { bytes[$0] }
      read(tcp, from: source, to: destination, bytes: headers.payloadLength, start, packet)
    } else if destination.port == Self.dnsPort {
      nameQueries.append(NameQuery(packet: packet, question: Self.question(headers, bytes)))
    } else if source.port == Self.dnsPort {
      nameAnswers.append(packet)
    }
  }

  /// Takes secrets of TLS connections: lines of an NSS key log.
  public mutating func add(keys lines: [UInt8]) { exchanges.add(keys: lines) }

  /// Ends the capture.
  public mutating func finish() {
    exchanges.finish()
    while let exchange = exchanges.next() {
      guard let request = exchange.request else { continue }
      requests.append(
        ObservedRequest(
          packet: request.first, method: request.method ?? "", target: request.target ?? "", stream: exchange.stream,
          status: exchange.response?.status, bodyBytes: request.bodyLength, isComplete: request.last != nil,
          answered: exchange.response?.first, completed: Self.end(of: exchange)))
      guard exchange.security != nil || exchange.streamID != nil, let index = connection(of: exchange) else { continue }
      connections[index].note(exchange)
    }
    for (index, connection) in connections.enumerated() where !connection.isDecrypted {
      // Negative numbers distinguish the requests that only the servers tell of.
      let secured = connection.secure?.requests(stream: -1 - index) ?? []
      connections[index].firstRequest = connection.firstRequest ?? secured.first?.packet
      requests += secured
    }
    requests.sort { $0.packet.number < $1.packet.number }
  }

  /// The connection that an exchange went through.
  private func connection(of exchange: HTTPExchange) -> Int? {
    guard let began = exchange.began else { return nil }
    return all[Ends(client: exchange.client, server: exchange.server)]?.last { index in
      connections[index].attempts.first.map { $0.number <= began.number } ?? false
    }
  }

  /// The packet that completed a response: its last, or the FIN that ends a body without a length.
  private static func end(of exchange: HTTPExchange) -> PacketMark? {
    exchange.response.flatMap { $0.last ?? (exchange.outcome == .complete ? exchange.ended : nil) }
  }

  /// Whether this is "destination unreachable" (RFC 792, RFC 4443 section 3.1), but not "fragmentation needed".
  private static func isUnreachable(_ headers: PacketHeaders, _ bytes: Span<UInt8>) -> Bool {
    guard headers.stop == .complete, let type = headers.payload.first.map({ bytes[$0] }) else { return false }
    let code = headers.payload.dropFirst().first.map { bytes[$0] } ?? 0
    if headers.transport == .icmp { return type == 3 && code != 4 }
    return headers.transport == .icmpv6 && type == 1
  }

  private static func question(_ headers: PacketHeaders, _ bytes: Span<UInt8>) -> String {
    guard let message = try? DNSMessage(bytes, in: headers.payload),
      let question = message.questions.first
    else { return "" }
    let name = question.name.lowercased().description
    return "\(name.count > 1 && name.last == "." ? String(name.dropLast()) : name) \(typeName(question.type))"
  }

  /// The names of the types that clients use to look up addresses. Others are written as in RFC 3597 section 5.
  private static func typeName(_ type: DNSRecordType) -> String {
    switch type.rawValue {
    case 1: "A"
    case 28: "AAAA"
    case 65: "HTTPS"
    default: "TYPE\(type.rawValue)"
    }
  }

  private mutating func read(
    _ tcp: TCPHeader, from source: Endpoint, to destination: Endpoint, bytes: Int, _ start: [UInt8],
    _ packet: PacketMark
  ) {
    let sent = Ends(client: source, server: destination)
    if tcp.flags.contains(.syn), !tcp.flags.contains(.ack) {
      return attempt(sent, packet)
    }
    if let index = latest[sent] {
      connections[index].clientSent(tcp, bytes: bytes, start, packet)
    } else if let index = latest[Ends(client: destination, server: source)] {
      if tcp.flags.contains(.syn) { secure(index, destination, source) }
      connections[index].serverSent(tcp.flags, hasData: bytes > 0, packet)
    }
  }

  /// A SYN begins a connection, unless a connection with these ends is still waiting for an answer.
  private mutating func attempt(_ ends: Ends, _ packet: PacketMark) {
    if let index = latest[ends], connections[index].established == nil, connections[index].closedByClient == nil {
      connections[index].attempts.append(packet)
      return
    }
    latest[ends] = connections.count
    all[ends, default: []].append(connections.count)
    var connection = ObservedConnection()
    if case .v6 = ends.server.address { connection.isIPv6 = true }
    connection.attempts = [packet]
    connections.append(connection)
  }

  /// Links a connection to the first unlinked entry with these ends in the server's log.
  private mutating func secure(_ index: Int, _ client: Endpoint, _ server: Endpoint) {
    guard connections[index].established == nil, server.port == Self.httpsPort else { return }
    let name = "\(client.address) \(client.port)"
    guard let place = served.firstIndex(where: { $0.client == name }) else { return }
    connections[index].secure = SecureTraffic(served.remove(at: place))
  }

  /// Whether the client reached the situation that the scenario tests.
  func shows(_ trigger: Trigger) -> Bool {
    switch trigger {
    case .nameAsked: !nameQueries.isEmpty
    case .connectionAttempted: !connections.isEmpty
    case .connected: connections.contains { $0.established != nil }
    case .clientStarted: true
    case .toldUnreachable: !unreachables.isEmpty
    case .helloSent: connections.contains { $0.secure?.hello != nil }
    case .requestSent: connections.contains { $0.firstRequest != nil }
    case .responseStarted: connections.contains { $0.firstResponse != nil }
    }
  }
}

extension ObservedConnection {
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

  /// - Parameter start: the first bytes of the data, as far as they were captured.
  mutating func clientSent(_ tcp: TCPHeader, bytes: Int, _ start: [UInt8], _ packet: PacketMark) {
    if bytes > 0 {
      secure?.clientSent(start, packet)
      if secure == nil { firstRequest = firstRequest ?? packet }
      countSent(from: tcp.sequence, bytes, packet)
    }
    if !tcp.flags.isDisjoint(with: [.fin, .rst]), closedByClient == nil {
      closedByClient = packet
      clientReset = tcp.flags.contains(.rst)
    }
  }

  /// Counts the bytes of a segment that had not been sent before.
  private mutating func countSent(from sequence: UInt32, _ bytes: Int, _ packet: PacketMark) {
    let end = sequence &+ UInt32(truncatingIfNeeded: bytes)
    let new = nextSequence.map { Int(Int32(bitPattern: end &- $0)) } ?? bytes
    guard new > 0 else { return }
    nextSequence = end
    let total = (lastSent?.total ?? 0) + new
    if lastSent != nil { secondSent = secondSent ?? packet }
    lastSent = Sent(packet: packet, total: total)
    if firstResponse == nil { sentBeforeResponse = total }
  }

  mutating func serverSent(_ flags: TCPFlags, hasData: Bool, _ packet: PacketMark) {
    if flags.contains(.syn) {
      established = established ?? packet
    }
    if hasData { lastReceived = packet }
    if hasData, secure?.isResponse(packet) ?? true {
      firstResponse = firstResponse ?? packet
      lastResponse = packet
    }
    if !flags.isDisjoint(with: [.fin, .rst]) {
      closedByServer = closedByServer ?? packet
    }
  }
}

/// A DNS query of the client.
public struct NameQuery: Sendable, Hashable {
  public var packet: PacketMark
  /// The name and the record type that it asks for: `api.test A`.
  public var question: String
}
