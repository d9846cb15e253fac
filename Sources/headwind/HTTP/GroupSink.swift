import Exchanges
import TextOutput
import Wire

/// Prints a row for each group of exchanges at the end: how many, how many failed, bytes, and percentiles of what clients waited.
struct GroupSink: ExchangeSink, ~Copyable {
  /// The most groups; exchanges of others are counted together.
  private static let mostGroups = 10_000
  private static let parts: [(part: Double, name: String)] = [(0.5, "p50"), (0.9, "p90"), (0.99, "p99"), (1, "max")]

  private var output = StandardOutput()
  private let key: GroupKey
  private let isJSON: Bool
  private let samples: Int
  private var groups: [String: ExchangeGroup] = [:]
  private var others = ExchangeGroup()

  /// - Parameter memory: how many bytes the groups may take.
  init(by key: GroupKey, isJSON: Bool, memory: Int) {
    self.key = key
    self.isJSON = isJSON
    // Eight bytes each; hosts that a hostile capture makes up have few exchanges each.
    samples = max(100, memory / 8 / 64)
  }

  mutating func begin() throws {}

  mutating func see(_ frame: Frame, _ bytes: Span<UInt8>) {}

  mutating func take(_ exchange: HTTPExchange) throws {
    let name = key.group(exchange)
    if groups[name] != nil || groups.count < Self.mostGroups {
      groups[name, default: ExchangeGroup()].add(exchange, limit: limit)
    } else {
      others.add(exchange, limit: limit)
    }
  }

  /// How many totals a group may keep: all of few groups, a sample of many.
  private var limit: Int { max(100, samples / max(1, groups.count / 8)) }

  mutating func flush() throws {}

  mutating func finish() throws {
    var rows = groups.map { (name: $0.key, group: $0.value, median: $0.value.percentiles([0.5]).first ?? -1) }
    rows.sort { ($1.median, $0.name) < ($0.median, $1.name) }
    if others.count > 0 { rows.append((name: "(others)", group: others, median: -1)) }
    if isJSON {
      for row in rows { try output.print(json(row.name, row.group)) }
    } else {
      try printTable(rows.map { ($0.name, $0.group) })
    }
    try output.flush()
    if rows.contains(where: \.group.isSampled) {
      Headwind.say("headwind: percentiles of large groups are those of a sample, to save memory (--memory)")
    }
  }

  private mutating func printTable(_ rows: [(String, ExchangeGroup)]) throws {
    let titles = [key.rawValue, "count", "failed", "bytes"] + Self.parts.map(\.name)
    guard let width = Console.width else {
      try output.print("\(lines: titles.joined(separator: "\t"))\n")
      for (name, group) in rows {
        let times = group.percentiles(Self.parts.map(\.part)).map(Seconds.exact)
        let cells = [HarmlessText.escaped(name), "\(group.count)", "\(group.failed)", "\(group.bytes)"] + times
        try output.print("\(lines: cells.joined(separator: "\t"))\n")
      }
      return
    }
    var table = TextTable(titles.enumerated().map { TextTable.Column(title: $1, wraps: $0 == 0) })
    for (name, group) in rows {
      let times = group.percentiles(Self.parts.map(\.part)).map { TextTable.Cell(Seconds.short($0)) }
      let numbers = [
        TextTable.Cell("\(group.count)"), TextTable.Cell("\(group.failed)", group.failed > 0 ? .bad : nil),
        TextTable.Cell("\(group.bytes)"),
      ]
      table.add([TextTable.Cell(name)] + numbers + times)
    }
    for line in table.lines(width: width) { try output.print(line + "\n") }
  }

  private func json(_ name: String, _ group: ExchangeGroup) -> PrintableText {
    var text = TextBuffer()
    text.append("{\"\(key.rawValue)\":")
    text.append(jsonString: name)
    text.append(",\"count\":\(group.count),\"failed\":\(group.failed),\"bytes\":\(group.bytes)")
    for (part, time) in zip(Self.parts, group.percentiles(Self.parts.map(\.part))) {
      text.append(",\"\(part.name)\":\(Seconds.exact(time))")
    }
    text.append("}\n")
    // Names are escaped as JSON has it.
    return PrintableText(verbatim: text.withBytes { String(decoding: [UInt8]($0), as: UTF8.self) })
  }
}
