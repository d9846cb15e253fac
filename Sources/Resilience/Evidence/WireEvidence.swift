public import Wire

/// What a capture of the client's side of a link tells of the client's doings.
public struct WireEvidence: Sendable {
  /// In the order of their first SYN.
  public private(set) var connections: [ObservedConnection] = []
  /// The client's DNS queries over UDP, and the answers that reached it.
  public private(set) var nameQueries: [PacketCitation] = []
  public private(set) var nameAnswers: [PacketCitation] = []

  /// A connection from the client's end to the server's.
  private struct Ends: Hashable {
    var client: Endpoint
    var server: Endpoint
  }

  private static let dnsPort: UInt16 = 53
  private var latest: [Ends: Int] = [:]

  public init() {}

  /// Takes the next packet of the capture. What is neither TCP nor DNS passes by.
  public mutating func read(_ frame: Frame, _ bytes: Span<UInt8>) {
    let headers = PacketHeaders(frame, bytes)
    guard let source = headers.sourceEndpoint(in: bytes), let destination = headers.destinationEndpoint(in: bytes)
    else { return }
    if let tcp = headers.tcp(in: bytes) {
      read(tcp, from: source, to: destination, hasData: headers.payloadLength > 0, PacketCitation(frame))
    } else if destination.port == Self.dnsPort {
      nameQueries.append(PacketCitation(frame))
    } else if source.port == Self.dnsPort {
      nameAnswers.append(PacketCitation(frame))
    }
  }

  private mutating func read(
    _ tcp: TCPHeader, from source: Endpoint, to destination: Endpoint, hasData: Bool, _ packet: PacketCitation
  ) {
    let sent = Ends(client: source, server: destination)
    if tcp.flags.contains(.syn), !tcp.flags.contains(.ack) {
      return attempt(sent, packet)
    }
    if let index = latest[sent] {
      connections[index].clientSent(tcp.flags, hasData: hasData, packet)
    } else if let index = latest[Ends(client: destination, server: source)] {
      connections[index].serverSent(tcp.flags, hasData: hasData, packet)
    }
  }

  /// A SYN begins a connection, unless one with these ends is still waiting for its answer.
  private mutating func attempt(_ ends: Ends, _ packet: PacketCitation) {
    if let index = latest[ends], connections[index].established == nil, connections[index].closedByClient == nil {
      connections[index].attempts.append(packet)
      return
    }
    latest[ends] = connections.count
    var connection = ObservedConnection()
    connection.attempts = [packet]
    connections.append(connection)
  }

  /// Whether the scenario's question was put.
  func shows(_ trigger: Trigger) -> Bool {
    switch trigger {
    case .nameAsked: !nameQueries.isEmpty
    case .connectionAttempted: !connections.isEmpty
    case .requestSent: connections.contains { $0.firstRequest != nil }
    case .responseStarted: connections.contains { $0.firstResponse != nil }
    }
  }
}

extension ObservedConnection {
  mutating func clientSent(_ flags: TCPFlags, hasData: Bool, _ packet: PacketCitation) {
    if hasData {
      firstRequest = firstRequest ?? packet
    }
    if !flags.isDisjoint(with: [.fin, .rst]), closedByClient == nil {
      closedByClient = packet
      clientReset = flags.contains(.rst)
    }
  }

  mutating func serverSent(_ flags: TCPFlags, hasData: Bool, _ packet: PacketCitation) {
    if flags.contains(.syn) {
      established = established ?? packet
    }
    if hasData {
      firstResponse = firstResponse ?? packet
      lastResponse = packet
    }
    if !flags.isDisjoint(with: [.fin, .rst]) {
      closedByServer = closedByServer ?? packet
    }
  }
}
