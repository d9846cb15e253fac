internal import FoundationEssentials
internal import Wire

/// What the servers of a scenario saw, from the file that `headwind run --server-log` writes. Within TLS
/// whose secrets are not known, only the servers can recognize requests.
public struct ServerLog: Sendable {
  /// A request that has arrived.
  struct Request: Sendable, Equatable {
    /// When its head had arrived.
    var time: Timestamp
    var method: String
    var target: String
    var bodyBytes: Int64 = 0
    var hasEnded = false
    var status: Int?
    /// When its response was begun.
    var answered: Timestamp?
    /// Its stream of HTTP/2; nil in HTTP/1.1.
    var stream: Int?
  }

  /// A connection that was accepted.
  struct Connection: Sendable, Equatable {
    var client: String
    var service: Int
    /// When the TLS handshake was complete.
    var secured: Timestamp?
    /// Why the TLS handshake failed: `alert unknown_ca`.
    var refusal: String?
    var requests: [Request] = []
  }

  /// The connections, in the order in which they were accepted.
  private(set) var connections: [Connection] = []

  fileprivate struct Event: Decodable {
    var time: Int64
    var event: String
    var connection: Int
    var client: String
    var port: Int
    var service: Int
    var transport: String?
    var stream: Int?
    var reason: String?
    var method: String?
    var target: String?
    var bytes: Int64?
    var status: Int?
  }

  /// An empty log.
  public init() {}

  /// Reads a log. Invalid lines, such as a truncated last line, are skipped.
  public init(readingFrom path: String) throws {
    self.init(lines: try Data(contentsOf: URL(filePath: path)))
  }

  init(lines: some Sequence<UInt8>) {
    var places: [Int: Int] = [:]
    for line in Array(lines).split(separator: UInt8(ascii: "\n")) {
      guard let event = try? JSONDecoder().decode(Event.self, from: Data(line)) else { continue }
      // What QUIC carries is read from the packets.
      if event.transport == "quic" { continue }
      if event.event == "accepted" {
        places[event.connection] = connections.count
        connections.append(Connection(client: "\(event.client) \(event.port)", service: event.service))
      } else if let place = places[event.connection] {
        connections[place].note(event)
      }
    }
  }
}

extension ServerLog.Connection {
  fileprivate mutating func note(_ event: ServerLog.Event) {
    let time = Timestamp(nanoseconds: event.time)
    let latest = requests.lastIndex { $0.stream == event.stream }
    switch event.event {
    case "handshake": secured = secured ?? time
    case "handshake-failed": refusal = event.reason ?? ""
    case "request":
      requests.append(
        ServerLog.Request(time: time, method: event.method ?? "", target: event.target ?? "", stream: event.stream))
    case "request-ended":
      if let latest {
        requests[latest].hasEnded = true
        requests[latest].bodyBytes = event.bytes ?? 0
      }
    case "response":
      // A final response belongs to the first request without one, because requests are answered in order; in HTTP/2, to that of
      // its stream.
      guard let status = event.status, status >= 200,
        let next = requests.firstIndex(where: { $0.status == nil && $0.stream == event.stream })
      else { return }
      requests[next].status = status
      requests[next].answered = time
    default: break
    }
  }
}
