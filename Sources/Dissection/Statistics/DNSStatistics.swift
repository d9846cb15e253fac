import DequeModule
public import Wire

/// Messages, codes, types, sizes and response times of DNS, as Wireshark's `dns,tree`.
///
/// DNS over UDP on the ports 53 and 5353, and those that the user says.
public struct DNSStatistics: CaptureStatistic {
  private struct Query: Hashable {
    var client: Endpoint
    var server: Endpoint
    var identifier: UInt16
  }

  /// How many queries wait for their answers; the oldest go first.
  private static let limit = 65_536

  private var total = 0
  private var codes: [UInt64: Int] = [:]
  private var opcodes: [UInt64: Int] = [:]
  private var types: [UInt64: Int] = [:]
  private var classes: [UInt64: Int] = [:]
  private var responses = 0
  private var payload = StatisticsSpread()
  private var nameLength = StatisticsSpread()
  private var labels = [0, 0, 0, 0]
  private var counts = [StatisticsSpread](repeating: StatisticsSpread(), count: 4)
  private var responseTime = StatisticsSpread()
  private var unsolicited = 0
  private var retransmissions = 0
  private var asked: [Query: Int64] = [:]
  private var order: Deque<Query> = []

  private let tables: DissectorTables

  /// - Parameter decodedAs: what the user says that numbers mean.
  public init(decodedAs: [DecodeAs] = []) {
    tables = DissectorTables(decodedAs)
  }

  public mutating func add(_ frame: Frame, _ bytes: Span<UInt8>, isCounted: Bool) {
    let headers = PacketHeaders(innermostOf: frame, bytes)
    guard headers.isUDP, let from = headers.sourceEndpoint(in: bytes), let to = headers.destinationEndpoint(in: bytes),
      isDNS(from.port) || isDNS(to.port), let message = try? DNSMessage(bytes, in: headers.payload)
    else { return }
    if isCounted { count(message, payload: headers.payloadLength) }
    let time = frame.timestamp.nanoseconds
    if message.header.isResponse {
      respond(message, Query(client: to, server: from, identifier: message.identifier), at: time, isCounted)
    } else {
      ask(message, Query(client: from, server: to, identifier: message.identifier), at: time, isCounted)
    }
  }

  private func isDNS(_ port: UInt16) -> Bool {
    ["dns", "mdns"].contains(tables.dissector(.udpPort, UInt32(port))?.name)
  }

  private mutating func count(_ message: DNSMessage, payload length: Int) {
    total += 1
    codes[UInt64(message.header.responseCode), default: 0] += 1
    opcodes[UInt64(message.header.opcode), default: 0] += 1
    payload.add(Int64(length))
    for question in message.questions {
      types[UInt64(question.type.rawValue), default: 0] += 1
      classes[UInt64(question.recordClass & 0x7FFF), default: 0] += 1
    }
  }

  private mutating func ask(_ message: DNSMessage, _ query: Query, at time: Int64, _ isCounted: Bool) {
    for question in message.questions where isCounted {
      let length = question.name.labels.reduce(-1) { $0 + $1.count + 1 }
      nameLength.add(Int64(max(0, length)))
      labels[min(3, max(0, question.name.labels.count - 1))] += 1
    }
    guard asked[query] == nil else {
      if isCounted { retransmissions += 1 }
      return
    }
    asked[query] = time
    order.append(query)
    if order.count > Self.limit, let oldest = order.popFirst() { asked[oldest] = nil }
  }

  private mutating func respond(_ message: DNSMessage, _ query: Query, at time: Int64, _ isCounted: Bool) {
    let began = asked.removeValue(forKey: query)
    guard isCounted else { return }
    responses += 1
    let numbers = [
      message.questions.count, message.authorities.count, message.answers.count, message.additionals.count,
    ]
    for (index, number) in numbers.enumerated() { counts[index].add(Int64(number)) }
    guard let began else {
      unsolicited += 1
      return
    }
    responseTime.add(time &- began)
  }

  public var table: StatisticsTable {
    var table = StatisticsTable(["item", "count", "percent", "average", "least", "most"])
    func row(_ name: String, _ depth: Int, _ count: Int) {
      let percent: StatisticsTable.Cell = total > 0 ? .decimal(Int64(count) * 100_000 / Int64(total)) : .nothing
      table.add(name, depth: depth, [.integer(count), percent, .nothing, .nothing, .nothing])
    }
    func group(_ name: String, _ values: [UInt64: Int], _ names: ValueNames?) {
      row(name, 1, values.values.reduce(0, +))
      for (value, count) in values.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        row(names?[value] ?? "\(value)", 2, count)
      }
    }
    row("messages", 0, total)
    group("response code", codes, .dnsFlagsRcode)
    group("opcode", opcodes, .dnsFlagsOpcode)
    row("queries", 1, total - responses)
    row("responses", 1, responses)
    group("query type", types, .dnsQryType)
    group("class", classes, .dnsQryClass)
    table.add("payload, bytes", depth: 0, payload.cells(scale: 1000))
    table.add("name in a query, bytes", depth: 0, nameLength.cells(scale: 1000))
    for (index, name) in ["1 label", "2 labels", "3 labels", "4 labels or more"].enumerated() {
      table.add(name, depth: 1, [.integer(labels[index]), .nothing, .nothing, .nothing, .nothing])
    }
    for (index, name) in ["questions", "authorities", "answers", "additionals"].enumerated() {
      table.add(name + " in a response", depth: 0, counts[index].cells(scale: 1000))
    }
    // Nanoseconds, in thousandths of milliseconds.
    table.add("response time, ms", depth: 0, responseTime.cells(scale: 1).map(Self.inMicroseconds))
    row("unsolicited responses", 0, unsolicited)
    row("retransmitted queries", 0, retransmissions)
    return table
  }

  private static func inMicroseconds(_ cell: StatisticsTable.Cell) -> StatisticsTable.Cell {
    if case .decimal(let nanoseconds) = cell { .decimal(nanoseconds / 1000) } else { cell }
  }
}
