import Captures
import Dissection
import TLS
import TextOutput
import Wire

/// The DNS queries of a capture, each with its response and the time between them.
struct QueryList {
  private struct Query {
    var number: Int
    var time: Int64
    var response: Int?
    var latency: Int64?
    var name: String
    var type: UInt64
    var code: UInt64?
    var repeats = 0
  }

  private static let fields: FieldSet = [
    .dnsFlagsResponse, .dnsFlagsRcode, .dnsQryName, .dnsQryType, .dnsResponseTo, .dnsTime, .dnsRetransmitRequestIn,
  ]
  /// How many queries are kept: the first ones.
  private static let most = 100_000
  /// The most queries of an answer.
  static let mostListed = 10_000

  private var queries: [Query] = []
  /// By the numbers of their packets.
  private var places: [Int: Int] = [:]
  private var total = 0
  private var latencies: [Int64] = []

  /// Reads the queries of a span.
  init(_ store: PacketStore, _ tables: DissectorTables, _ span: TimeSpan) throws(CaptureError) {
    var tables = tables
    let keys = KeyLog()
    if let log = tables.keys { keys.merge(log) }
    tables.keys = keys
    var dissector = PacketDissector(wanted: Self.fields, wantsText: false, tables: tables)
    var walk = try PacketWalk(store, keys: keys, waits: false)
    let first = store.status.first ?? 0
    while let frame = try walk.next(isCancelled: { false }) {
      guard Self.mayBeDNS(frame, walk.reader.bytes) else { continue }
      dissector.dissect(frame, walk.reader.bytes)
      let time = frame.timestamp.nanoseconds &- first
      guard !span.isOver(at: time) else { break }
      guard !dissector.tree.nodes.isEmpty, span.contains(time) else { continue }
      read(dissector.tree, walk.reader.bytes, frame.number, time)
    }
  }

  /// Other TCP connections are left out: to see that they carry no DNS, their streams would have to be put together.
  private static func mayBeDNS(_ frame: Frame, _ bytes: Span<UInt8>) -> Bool {
    let headers = PacketHeaders(frame, bytes)
    guard headers.isTCP else { return true }
    let ports = [headers.sourceEndpoint(in: bytes)?.port, headers.destinationEndpoint(in: bytes)?.port]
    return ports.contains(53) || ports.contains(853)
  }

  private mutating func read(_ tree: FieldTree, _ bytes: Span<UInt8>, _ number: Int, _ time: Int64) {
    var query = Query(number: number, time: time, name: "", type: 0)
    var isResponse = false
    var (request, original): (Int?, Int?) = (nil, nil)
    for node in tree.nodes {
      switch (node.field, tree.value(of: node, frame: bytes)) {
      case (.dnsFlagsResponse, .boolean(let value)): isResponse = value
      case (.dnsFlagsRcode, .unsigned(let value)): query.code = value
      case (.dnsQryName, .string(let value)): query.name = value
      case (.dnsQryType, .unsigned(let value)): query.type = value
      case (.dnsResponseTo, .unsigned(let value)): request = Int(clamping: value)
      case (.dnsTime, .relativeTime(let value)): query.latency = value
      case (.dnsRetransmitRequestIn, .unsigned(let value)): original = Int(clamping: value)
      default: break
      }
    }
    if isResponse {
      guard let place = request.flatMap({ places[$0] }) else { return }
      (queries[place].response, queries[place].latency, queries[place].code) = (number, query.latency, query.code)
      if let latency = query.latency { latencies.append(latency) }
    } else if let place = original.flatMap({ places[$0] }) {
      queries[place].repeats += 1
    } else if !query.name.isEmpty || query.type > 0 {
      add(query)
    }
  }

  private mutating func add(_ query: Query) {
    total += 1
    guard queries.count < Self.most else { return }
    places[query.number] = queries.count
    queries.append(query)
    queries[queries.count - 1].code = nil
  }

  /// `{"total": 1, "queries": [{"number": 1, "response": 2, "since": 0, "latency": 0.1, "name": ..., ...}], "percentiles": {...}}`
  func append(count: Int, to text: inout TextBuffer) {
    text.append("{\"total\":")
    text.append(json: total)
    text.append(",\"queries\":")
    text.append(list: Array(queries.prefix(count))) { text, query in
      text.append("\n{\"number\":")
      text.append(json: query.number)
      text.append(",\"response\":")
      text.append(json: query.response)
      text.append(",\"since\":")
      text.append(nanoseconds: query.time)
      text.append(",\"latency\":")
      text.append(nanoseconds: query.latency)
      text.append(",\"name\":")
      text.append(jsonString: query.name)
      text.append(",\"type\":")
      text.append(jsonString: Self.name(of: query.type, .dnsQryType).split(separator: " ").first.map { String($0) })
      text.append(",\"code\":")
      text.append(jsonString: query.code.map { Self.name(of: $0, .dnsFlagsRcode) })
      text.append(",\"repeats\":")
      text.append(json: query.repeats)
      text.append("}")
    }
    text.append(",\"percentiles\":")
    Percentiles(latencies).append(to: &text)
    text.append("}\n")
  }

  private static func name(of value: UInt64, _ field: FieldID) -> String {
    FieldTable[field].values?[value] ?? String(value)
  }
}
