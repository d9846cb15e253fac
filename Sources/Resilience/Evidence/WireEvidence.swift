import Dissection
import Exchanges
import HTTP2
import QUIC
public import Streams
import TLS
public import Wire

/// What a capture of the client's end of a link shows about the client's behaviour.
public struct WireEvidence {
  /// The connections, in the order of their first SYN. Complete after `finish`.
  public private(set) var connections: [ObservedConnection] = []
  /// The client's DNS queries over UDP, and the answers that reached it.
  public private(set) var nameQueries: [NameQuery] = []
  public private(set) var nameAnswers: [PacketMark] = []
  /// How many packets of either direction the link lost.
  public internal(set) var lostPackets = 0
  /// The ICMP and ICMPv6 errors that told the client that a host or a port is unreachable.
  public private(set) var unreachables: [PacketMark] = []
  /// The client's requests, in the order in which they were sent, from the wire. Where a connection's secrets are not known, they
  /// are from the servers' log. Complete after `finish`.
  public private(set) var requests: [ObservedRequest] = []

  /// The frames of HTTP/2 that belong to no message. Complete after `finish`.
  private(set) var controlFrames: [HTTP2ControlFrame] = []

  /// The connections of QUIC, in the order in which they began, and the frames of HTTP/3 that belong to no message. Complete after
  /// `finish`.
  private(set) var quicConnections: [QUICFacts] = []
  private(set) var http3Frames: [HTTP3ControlFrame] = []

  /// The host names that the client asked for, and those of the URLs of its requests, each with the packet. In order of discovery.
  public private(set) var hosts: [(name: String, packet: PacketMark)] = []

  /// The two ends of a connection.
  private struct Ends: Hashable {
    var client: Endpoint
    var server: Endpoint
  }

  /// The addresses that DNS answers over UDP gave the client, in order.
  private(set) var nameRecords: [NameRecord] = []

  private static let dnsPort: UInt16 = 53
  private static let httpsPort = 443
  /// The numbers of QUIC connections begin here among those of conversations, so that they are none of TCP's.
  static let firstQUICStream = 1 << 32
  /// Longer bodies are not compared with what the client made of them.
  private static let bodyLimit = 4 << 20
  private let keys = KeyLog()
  private var log: TrafficLog
  /// The ends between which a client has asked for a connection.
  private var asked: Set<Ends> = []
  private var served: [ServerLog.Connection]
  /// What the servers' log and the packets say of connections with TLS, by stream.
  private var secure: [Int: SecureTraffic] = [:]

  /// - Parameter servers: the servers' log, for what the wire does not show.
  public init(servers: ServerLog = ServerLog()) {
    served = servers.connections.filter { $0.service == Self.httpsPort }
    log = TrafficLog(limit: .max, memory: 64 << 20, bodyLimit: Self.bodyLimit, keys: keys)
  }

  /// Takes secrets of TLS connections: lines of an NSS key log.
  public mutating func add(keys lines: [UInt8]) {
    if !lines.isEmpty { keys.add(lines) }
  }

  /// Reads the next packet of the capture. Packets other than TCP, DNS and ICMP errors are ignored.
  public mutating func read(_ frame: Frame, _ bytes: Span<UInt8>) {
    let headers = PacketHeaders(frame, bytes)
    let packet = PacketMark(number: frame.number, timestamp: frame.timestamp)
    if Self.isUnreachable(headers, bytes) { unreachables.append(packet) }
    let ends = headers.sourceEndpoint(in: bytes).flatMap { source in
      headers.destinationEndpoint(in: bytes).map { Ends(client: source, server: $0) }
    }
    let tcp = headers.tcp(in: bytes)
    if let ends, let tcp, tcp.flags.contains(.syn), !tcp.flags.contains(.ack) { asked.insert(ends) }
    let isFromClient = ends.map { asked.contains($0) } ?? false
    let record = log.read(frame, bytes, isFromClient: isFromClient)
    guard let ends else { return }
    if let tcp {
      if let record { note(tcp, headers.payload, bytes, of: record, isFromClient: isFromClient, packet) }
    } else if ends.server.port == Self.dnsPort {
      let question = Self.question(headers, bytes)
      nameQueries.append(NameQuery(packet: packet, question: question))
      hosts.append((String(question.prefix { $0 != " " }), packet))
    } else if ends.client.port == Self.dnsPort {
      nameAnswers.append(packet)
      nameRecords += NameRecord.all(in: headers, bytes, packet)
    }
  }

  /// Lets the servers' log explain a segment of a connection with TLS.
  private mutating func note(
    _ tcp: TCPHeader, _ payload: Range<Int>, _ bytes: Span<UInt8>, of record: ConnectionRecord, isFromClient: Bool,
    _ packet: PacketMark
  ) {
    guard record.server.port == Self.httpsPort else { return }
    if !isFromClient, tcp.flags.contains(.syn), secure[record.stream] == nil { link(record) }
    guard !payload.isEmpty else { return }
    if isFromClient {
      secure[record.stream]?.clientSent(payload.prefix(7).map { bytes[$0] }, packet)
    } else {
      secure[record.stream]?.serverSent(packet, after: record.sentBytes)
    }
  }

  /// Links a connection to the first unlinked entry with these ends in the server's log.
  private mutating func link(_ record: ConnectionRecord) {
    let name = "\(record.client.address) \(record.client.port)"
    guard let place = served.firstIndex(where: { $0.client == name }) else { return }
    secure[record.stream] = SecureTraffic(served.remove(at: place))
  }

  /// Forgets requests on connections that were opened before the capture began. After a program that lives on has closed such a
  /// connection, the kernel still sends what is left of it.
  mutating func forgetEarlierConnections() {
    let streams = Set(connections.map(\.stream))
    requests.removeAll { 0..<Self.firstQUICStream ~= $0.stream && !streams.contains($0.stream) }
  }

  /// Ends the capture.
  public mutating func finish() {
    log.finish()
    controlFrames = log.controlFrames
    http3Frames = log.http3Frames
    quicConnections = log.quicConnections
    // Who did not ask for a connection in the capture may have asked for it before.
    connections = log.connections.filter { !$0.syns.isEmpty }.map { ObservedConnection($0, secure[$0.stream]) }
    let places = Dictionary(uniqueKeysWithValues: connections.enumerated().map { ($1.stream, $0) })
    for exchange in log.exchanges {
      guard let request = exchange.request else { continue }
      let isQUIC = exchange.transport == .quic
      let stream = isQUIC ? Self.firstQUICStream + exchange.stream : exchange.stream
      if let url = exchange.url, isQUIC || places[stream] != nil {
        hosts.append((Scenario.host(of: url), request.first))
      }
      requests.append(
        ObservedRequest(
          packet: request.first, method: request.method ?? "", target: request.target ?? "", stream: stream,
          status: exchange.response?.status, bodyBytes: request.bodyLength, isComplete: request.last != nil,
          answered: exchange.response?.first, completed: Self.end(of: exchange)))
      requests[requests.count - 1].http2Stream = isQUIC ? nil : exchange.streamID.map { UInt32(truncatingIfNeeded: $0) }
      requests[requests.count - 1].http3Stream = isQUIC ? exchange.streamID : nil
      requests[requests.count - 1].ended = exchange.outcome == .open ? nil : exchange.ended
      requests[requests.count - 1].url = exchange.url
      requests[requests.count - 1].isSecure = exchange.security != nil
      if let detail = exchange.detail {
        requests[requests.count - 1].note(detail)
        requests[requests.count - 1].note(ObservedDialogue(exchange, detail))
      }
      let isLayered = exchange.security != nil || exchange.streamID != nil
      if isLayered, let place = places[stream] { connections[place].note(exchange) }
    }
    for (index, connection) in connections.enumerated() where !connection.isDecrypted {
      // Negative numbers distinguish the requests that only the servers tell of.
      let secured = connection.secure?.requests(stream: -1 - index) ?? []
      connections[index].firstRequest = connection.firstRequest ?? secured.first?.packet
      requests += secured
    }
    requests.sort { $0.packet.number < $1.packet.number }
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

  /// The connection of a request.
  func connection(of request: ObservedRequest) -> ObservedConnection? {
    if request.stream >= 0 { return connections.first { $0.stream == request.stream } }
    let place = -1 - request.stream
    return connections.indices.contains(place) ? connections[place] : nil
  }

  /// When the client's first query, SYN or packet of QUIC left it.
  var begun: Timestamp? {
    (nameQueries.map(\.packet) + connections.compactMap(\.attempts.first) + quicConnections.map(\.began)).map(
      \.timestamp
    ).min()
  }

  /// Whether the client reached the situation that the scenario tests.
  func shows(_ trigger: Trigger) -> Bool {
    switch trigger {
    case .nameAsked: !nameQueries.isEmpty
    case .connectionAttempted: !connections.isEmpty
    case .connected: connections.contains { $0.established != nil }
    // Facts knows of these, which the wire does not show.
    case .clientStarted, .networkTried, .everyRequestSent, .everyRequestDue, .linkDownTried: true
    case .connectionReused: Dictionary(grouping: requests, by: \.stream).values.contains { $0.count > 1 }
    case .packetLost: lostPackets > 0
    case .toldUnreachable: !unreachables.isEmpty
    case .helloSent: connections.contains { $0.secure?.hello != nil }
    case .requestSent: connections.contains { $0.firstRequest != nil } || requests.contains { $0.http3Stream != nil }
    case .responseStarted:
      connections.contains { $0.firstResponse != nil }
        || requests.contains { $0.http3Stream != nil && $0.answered != nil }
    case .goawayReceived: !goaways.isEmpty
    case .streamReset: hasResetStream
    case .quicTried: !quicConnections.isEmpty
    case .quicConnected: quicConnections.contains { $0.completed != nil }
    case .quicRetried: quicConnections.contains(where: \.hasRetry)
    case .quicVersionRefused: quicConnections.contains { !$0.negotiatedVersions.isEmpty }
    case .quicForgotten: quicConnections.contains { $0.close == .statelessReset }
    case .earlyDataRefused: quicConnections.contains { $0.earlyData == .rejected }
    case .upgraded: requests.contains(where: \.dialogue.isUpgraded)
    case .messageReceived: requests.contains { !$0.dialogue.received.isEmpty }
    case .streamsTogether: requests.contains { streamsOpen(before: $0).count > 0 }
    }
  }
}

/// A DNS query of the client.
public struct NameQuery: Sendable, Hashable {
  public var packet: PacketMark
  /// The name and the record type that it asks for: `api.test A`.
  public var question: String
}
