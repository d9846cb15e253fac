internal import Yams

/// Reads the conditions of one direction.
struct DirectionReader {
  static let keys = [
    "bandwidth", "counts", "delay", "jitter", "distribution", "correlation", "loss", "ecn", "duplicate", "corrupt",
    "reorder", "queue", "slot",
  ]

  private let reader: MappingReader

  init?(_ node: Node, path: String, problems: ProblemCollector) {
    let shape = "conditions such as '{ bandwidth: 1 Mbps, delay: 50 ms }'"
    guard let reader = MappingReader(node, path: path, keys: Self.keys, shape: shape, problems: problems) else {
      return nil
    }
    self.reader = reader
  }

  func conditions() -> DirectionConditions {
    var conditions = DirectionConditions()
    conditions.bandwidth = bandwidth()
    conditions.accounting = accounting(needs: conditions.bandwidth) ?? .ip
    conditions.delay = reader.duration("delay") ?? .zero
    readJitter(into: &conditions)
    conditions.loss =
      reader["loss"].map { LossReader(path: reader.place("loss"), problems: reader.problems).model($0) } ?? .none
    conditions.marksInsteadOfLosing = isECNOn(conditions.loss)
    conditions.duplicate = chance("duplicate")?.0 ?? .never
    conditions.corrupt = chance("corrupt")?.0 ?? .never
    conditions.reorder = reordering(delay: conditions.delay)
    conditions.queue = queue(needs: conditions.bandwidth)
    conditions.slots = reader["slot"].flatMap(slots)
    return conditions
  }

  private func bandwidth() -> Bandwidth? {
    if case .scalar(let scalar)? = reader["bandwidth"], scalar.string == "unlimited" { return nil }
    return reader.quantity("bandwidth", .bandwidth).map(Bandwidth.init(bitsPerSecond:))
  }

  private func accounting(needs bandwidth: Bandwidth?) -> ByteAccounting? {
    guard let node = reader["counts"] else { return nil }
    let path = reader.place("counts")
    let shape = "'ip', 'ethernet', or '{ base: ip, overhead: 24 B, cell: 48 B, cell-overhead: 5 B }'"
    if bandwidth == nil, reader["bandwidth"] == nil {
      reader.problems.report("\(path): there is no bandwidth that could count anything", at: node)
    }
    if case .scalar(let scalar) = node {
      switch scalar.string {
      case "ip": return .ip
      case "ethernet": return .ethernet
      default:
        reader.problems.report("\(path): found \(MappingReader.describe(node)); write \(shape)", at: node)
        return nil
      }
    }
    let keys = ["base", "overhead", "cell", "cell-overhead"]
    guard let own = MappingReader(node, path: path, keys: keys, shape: shape, problems: reader.problems) else {
      return nil
    }
    var accounting = ByteAccounting.ip
    if let base = own["base"], let text = reader.problems.text(base, path: own.place("base"), "'ip' or 'ethernet'") {
      if text == "ethernet" {
        accounting.base = .ethernet
      } else if text != "ip" {
        reader.problems.report("\(own.place("base")): found '\(text.shortened)'; write 'ip' or 'ethernet'", at: base)
      }
    }
    accounting.overhead = overhead(own, "overhead")
    accounting.cellSize = own.quantity("cell", .cell).map { UInt32(clamping: $0) } ?? 0
    accounting.cellOverhead = overhead(own, "cell-overhead")
    return accounting
  }

  /// A number of bytes that may be negative.
  private func overhead(_ own: MappingReader, _ key: String) -> Int32 {
    guard let node = own[key], case .scalar(let scalar) = node, scalar.string.hasPrefix("-") else {
      return own.quantity(key, .overhead).map { Int32(clamping: $0) } ?? 0
    }
    let magnitude = Node(String(scalar.string.dropFirst()), .implicit, .any, nil)
    guard let value = try? QuantityKind.overhead.value(of: magnitude.scalar?.string ?? "") else {
      reader.problems.report(
        "\(own.place(key)): found '\(scalar.string.shortened)'; write \(QuantityKind.overhead.words)", at: node)
      return 0
    }
    return -Int32(clamping: value)
  }

  private func readJitter(into conditions: inout DirectionConditions) {
    conditions.jitter = reader.duration("jitter", .jitter) ?? .zero
    if let node = reader["distribution"] { conditions.distribution = distribution(node) ?? .uniform }
    conditions.delayCorrelation = reader.probability("correlation") ?? .never
    for key in ["distribution", "correlation"] {
      if let node = reader[key], reader["jitter"] == nil {
        reader.problems.report("\(reader.place(key)): there is no jitter for it", at: node)
      }
    }
    if let node = reader["jitter"], conditions.distribution == .uniform, conditions.jitter > conditions.delay {
      let jitter = QuantityText.text(of: conditions.jitter)
      reader.problems.report(
        "\(reader.place("jitter")): \(jitter) is more than the delay (\(QuantityText.text(of: conditions.delay))): "
          + "some delays would be less than none", at: node)
    }
  }

  private func distribution(_ node: Node) -> DelayDistribution? {
    let names = ["uniform"] + DelayTable.formulas.map(\.name)
    let wanted = "one of \(names.joined(separator: ", "))"
    let path = reader.place("distribution")
    guard let name = reader.problems.text(node, path: path, wanted) else { return nil }
    if name == "uniform" { return .uniform }
    if let table = DelayTable.named(name) { return .table(table) }
    let hint = Nearest.to(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    reader.problems.report("\(path): '\(name.shortened)' is no distribution\(hint); write \(wanted)", at: node)
    return nil
  }

  private func isECNOn(_ loss: LossModel) -> Bool {
    guard let node = reader["ecn"], let text = reader.problems.text(node, path: reader.place("ecn"), "true or false")
    else { return false }
    switch text {
    case "true":
      if loss == .none {
        reader.problems.report("\(reader.place("ecn")): there is no loss that marks could replace", at: node)
      }
      return true
    case "false": return false
    default:
      reader.problems.report("\(reader.place("ecn")): found '\(text.shortened)'; write true or false", at: node)
      return false
    }
  }

  /// A percentage, alone or with a correlation and perhaps a gap.
  private func chance(_ key: String, more: [String] = []) -> (CorrelatedProbability, MappingReader?)? {
    guard let node = reader[key] else { return nil }
    if case .scalar = node { return reader.probability(key).map { (CorrelatedProbability($0), nil) } }
    let shape = "a percentage such as '1 %', or '{ probability: 1 %, correlation: 25 % }'"
    let keys = ["probability", "correlation"] + more
    guard
      let own = MappingReader(node, path: reader.place(key), keys: keys, shape: shape, problems: reader.problems)
    else { return nil }
    if own["probability"] == nil { reader.problems.report("\(own.place("probability")): missing", at: node) }
    let probability = own.probability("probability") ?? .never
    return (CorrelatedProbability(probability, correlation: own.probability("correlation") ?? .never), own)
  }

  private func reordering(delay: LinkDuration) -> Reordering? {
    guard let node = reader["reorder"], let (chance, own) = chance("reorder", more: ["gap"]) else { return nil }
    if delay == .zero {
      reader.problems.report("\(reader.place("reorder")): there is no delay, and so no packet to overtake", at: node)
    }
    let gap = own?.quantity("gap", .packets) ?? 1
    return Reordering(chance, gap: UInt32(clamping: gap))
  }

  private func queue(needs bandwidth: Bandwidth?) -> QueueLimit? {
    guard let node = reader["queue"] else { return nil }
    let path = reader.place("queue")
    let wanted = "a limit such as '50 packets', '64 KB' or '200 ms'"
    guard let text = reader.problems.text(node, path: path, wanted) else { return nil }
    if let packets = try? QuantityKind.packets.value(of: text) { return .packets(Int(clamping: packets)) }
    let limit: QueueLimit
    if let bytes = try? QuantityKind.size.value(of: text) {
      if bytes < 1500 {
        reader.problems.report("\(path): '\(text.shortened)' is less than one packet of 1500 B", at: node)
      }
      limit = .bytes(Int(clamping: bytes))
    } else if let time = try? QuantityKind.duration.value(of: text) {
      limit = .time(LinkDuration(nanoseconds: Int64(clamping: time)))
    } else {
      reader.problems.report("\(path): '\(text.shortened)' is no limit; write \(wanted)", at: node)
      return nil
    }
    if bandwidth == nil {
      reader.problems.report(
        "\(path): without a bandwidth nothing waits; limit it in packets, or set a bandwidth", at: node)
    }
    return limit
  }

  private func slots(_ node: Node) -> Slots? {
    let shape = "'{ from: 20 ms, to: 40 ms, packets: 10 packets, bytes: 8 KB }'"
    let keys = ["from", "to", "packets", "bytes"]
    let path = reader.place("slot")
    guard let own = MappingReader(node, path: path, keys: keys, shape: shape, problems: reader.problems) else {
      return nil
    }
    guard own["from"] != nil else {
      reader.problems.report("\(own.place("from")): missing; how long is it from one slot to the next?", at: node)
      return nil
    }
    let from = own.duration("from") ?? .zero
    let to = own.duration("to") ?? from
    if to < from, let end = own["to"] { reader.problems.report("\(own.place("to")): is less than 'from'", at: end) }
    return Slots(
      spacing: .uniform(from, to), packets: own.quantity("packets", .packets).map { UInt32(clamping: $0) },
      bytes: own.quantity("bytes", .size).map { UInt32(clamping: $0) })
  }
}
