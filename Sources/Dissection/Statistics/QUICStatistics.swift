public import Exchanges
import QUIC
import Streams
import TLS
public import Wire

/// A row for each QUIC connection: what it agreed on, how it went, and how long the first byte took, beside TCP's.
///
/// Round trips are measured by acknowledgments where packets were captured (RFC 9002 section 5): those of the client's packets are from there to the
/// server and back. Losses are those that the acknowledgments show (RFC 9002 section 6.1). What is encrypted is empty without the secrets.
public struct QUICStatistics: CaptureStatistic {
  private let keys: KeyLog
  private let connections: QUICConnections
  private var counts: QUICCounts
  /// The exchanges over TCP, with whose times to the first byte those of QUIC are compared.
  private var exchanges: HTTPReader

  /// - Parameter options: the secrets, and the memory.
  public init(_ options: HTTPOptions) {
    var options = options
    options.decodesBodies = false
    options.memory /= 2
    keys = options.keys ?? KeyLog()
    options.keys = keys
    connections = QUICConnections(keys, budget: options.memory)
    counts = QUICCounts(limit: options.memory / 4096)
    exchanges = HTTPReader(options)
  }

  public mutating func add(_ frame: Frame, _ bytes: Span<UInt8>, isCounted: Bool) {
    let headers = PacketHeaders(innermostOf: frame, bytes)
    if let datagram = QUICDatagram(frame, headers, bytes) {
      connections.receive(datagram, bytes.extracting(headers.payload), to: &counts)
      if isCounted, let number = connections.last { counts.select(number) }
    }
    exchanges.read(frame, bytes)
    noteExchanges()
  }

  public mutating func add(keys lines: [UInt8]) {
    if !lines.isEmpty { keys.add(lines) }
  }

  public mutating func finish() {
    connections.secretsChanged(to: &counts)
    connections.finish(to: &counts)
    exchanges.finish()
    noteExchanges()
  }

  public var table: StatisticsTable { counts.table }

  private mutating func noteExchanges() {
    while let exchange = exchanges.next() { counts.note(exchange) }
  }
}

/// What is counted of QUIC connections.
private struct QUICCounts: QUICReceiver {
  /// A connection that has been seen.
  struct Row {
    var facts: QUICFacts
    var client = RoundTripSamples()
    var server = RoundTripSamples()
  }

  private let limit: Int
  private var rows: [Int: Row] = [:]
  private var leftOut = 0
  /// The connections of which a packet counts.
  private var selected: Set<Int> = []
  /// The times to the first byte of TCP connections by the name of the server, and by its address.
  private var firstBytes: [String: [Int64]] = [:]

  init(limit: Int) {
    self.limit = max(16, limit)
  }

  mutating func began(_ connection: QUICFacts) {
    guard rows.count < limit else {
      leftOut += 1
      return
    }
    rows[connection.number] = Row(facts: connection)
  }

  mutating func select(_ number: Int) {
    if rows[number] != nil { selected.insert(number) }
  }

  mutating func learned(_ facts: QUICFacts) {
    rows[facts.number]?.facts = facts
  }

  mutating func finished(_ connection: QUICFacts, _ ending: QUICEnding) {
    rows[connection.number]?.facts = connection
  }

  mutating func roundTrip(_ sample: QUICRoundTripSample, _ place: QUICPlace) {
    let time = max(0, sample.latest &- sample.acknowledgmentDelay)
    if sample.sender == .client {
      rows[place.connection]?.client.add(time)
    } else {
      rows[place.connection]?.server.add(time)
    }
  }

  /// Takes the first exchange of a TCP connection.
  mutating func note(_ exchange: HTTPExchange) {
    guard exchange.place == 1, exchange.transport == .tcp, let opened = exchange.opened,
      let response = exchange.response
    else { return }
    let time = response.first.timestamp.nanoseconds &- opened.timestamp.nanoseconds
    let name = exchange.request?.fields.host.map(Self.host)
    for key in Set([name, exchange.server.address.description].compactMap { $0 }) where firstBytes.count < 65_536 {
      if firstBytes[key, default: []].count < 1024 { firstBytes[key, default: []].append(time) }
    }
  }

  var table: StatisticsTable {
    var table = StatisticsTable([
      "connection", "client", "server", "server_name", "version", "alpn", "packets", "bytes", "handshake", "rtt_min",
      "rtt_median", "rtt_p95", "client_rtt_median", "lost_up", "lost_down", "key_updates", "migrations", "early_data",
      "first_byte", "tcp_first_byte", "end",
    ])
    table.spare = [
      "connection", "client_rtt_median", "bytes", "rtt_p95", "end", "packets", "client", "handshake", "rtt_min",
      "key_updates", "version",
    ]
    for number in selected.sorted() {
      if let row = rows[number] { table.add(cells(row)) }
    }
    if leftOut > 0 { table.remark = "\(leftOut) further connections (--memory)" }
    return table
  }

  private func cells(_ row: Row) -> [StatisticsTable.Cell] {
    let facts = row.facts
    func time(_ value: Int64?) -> StatisticsTable.Cell { value.map { .time($0) } ?? .nothing }
    func since(_ mark: PacketMark?) -> StatisticsTable.Cell {
      time(mark.map { $0.timestamp.nanoseconds &- facts.began.timestamp.nanoseconds })
    }
    return [
      .integer(facts.number), .text("\(facts.path.client)"), .text("\(facts.path.server)"),
      .text(facts.serverName ?? ""), .text("\(facts.version)"),
      .text(facts.selectedProtocol ?? Self.offer(facts.offeredProtocols)),
      .integer(facts.client.packets + facts.server.packets), .integer(Int(facts.client.bytes &+ facts.server.bytes)),
      since(facts.completed), time(row.client.least), time(row.client.quantile(0.5)), time(row.client.quantile(0.95)),
      time(row.server.quantile(0.5)), .integer(facts.client.lostPackets), .integer(facts.server.lostPackets),
      .integer(facts.client.keyUpdates + facts.server.keyUpdates), .integer(facts.migrations),
      .text(Self.words(facts.earlyData)), since(facts.firstResponse), time(tcpFirstByte(facts)),
      .text(facts.close.map(Self.words) ?? ""),
    ]
  }

  /// The median of the TCP connections to the same name, or else to the same address.
  private func tcpFirstByte(_ facts: QUICFacts) -> Int64? {
    let times =
      facts.serverName.flatMap { firstBytes[$0.lowercased()] } ?? firstBytes[facts.path.server.address.description]
    return times.map { $0.sorted()[$0.count / 2] }
  }

  /// What the client offers, in brackets: the choice is encrypted.
  private static func offer(_ protocols: [String]) -> String {
    protocols.isEmpty ? "" : "[\(protocols.joined(separator: " "))]"
  }

  private static func words(_ data: TLS.TLSFacts.EarlyData?) -> String { data.map { "\($0)" } ?? "" }

  private static func words(_ close: QUICClose) -> String {
    switch close {
    case .transport(let code, _, _): "\(code)"
    case .application(let code, _): "application 0x\(String(code, radix: 16))"
    case .statelessReset: "stateless reset"
    }
  }

  /// The host of a `Host` field or an authority, in lower case and without a port.
  private static func host(_ field: String) -> String {
    let isBracketed = field.hasPrefix("[")
    let end = isBracketed ? field.firstIndex(of: "]") : field.firstIndex(of: ":")
    return String(field[..<(end ?? field.endIndex)]).lowercased()
  }
}
