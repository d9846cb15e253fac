internal import YAML

/// Reads the conditions of one direction.
struct DirectionReader {
  static let keys = [
    "bandwidth", "counts", "delay", "jitter", "distribution", "correlation", "loss", "ecn", "duplicate", "corrupt",
    "reorder", "queue", "slot", "trace", "mtu", "drop",
  ]

  let reader: MappingReader
  let companions: CompanionFiles

  /// - Parameter others: other keys that are allowed here, which the caller reads.
  init?(
    _ node: YAMLNode, path: String, others: [String] = [], companions: CompanionFiles, problems: ProblemCollector
  ) {
    let shape = "conditions such as '{ bandwidth: 1 Mbps, delay: 50 ms }'"
    guard
      let reader = MappingReader(node, path: path, keys: others + Self.keys, shape: shape, problems: problems)
    else { return nil }
    self.reader = reader
    self.companions = companions
  }

  func conditions() -> DirectionConditions {
    var conditions = DirectionConditions()
    readBandwidth(into: &conditions)
    conditions.trace = trace()
    conditions.accounting = accounting(hasRate: conditions.bandwidth != nil || reader["trace"] != nil) ?? .ip
    readDelay(into: &conditions)
    readJitter(into: &conditions)
    readLoss(into: &conditions)
    conditions.dropped = drops() ?? .none
    conditions.mtu = mtu()
    conditions.marksInsteadOfLosing = isECNOn(conditions.loss)
    conditions.duplicate = chance("duplicate")?.0 ?? .never
    conditions.corrupt = chance("corrupt")?.0 ?? .never
    conditions.reorder = reordering(delay: conditions.delay)
    readQueue(into: &conditions)
    conditions.slots = reader["slot"].flatMap(slots)
    return conditions
  }

  private func readJitter(into conditions: inout DirectionConditions) {
    conditions.jitter = reader.duration("jitter", .jitter) ?? .zero
    if let node = reader["distribution"] {
      conditions.distribution = distribution(node, path: reader.place("distribution")) ?? .uniform
    }
    if let (share, isExact) = reader.correlation("correlation") {
      (conditions.delayCorrelation, conditions.delayCorrelationIsExact) = (share, isExact)
    }
    for key in ["distribution", "correlation"] {
      if let node = reader[key], reader["jitter"] == nil {
        reader.problems.report("\(reader.place(key)): has no effect without a jitter", at: node)
      }
    }
    let least = min(conditions.delay, conditions.delayRamp?.end ?? conditions.delay)
    if let node = reader["jitter"], conditions.jitter > least {
      let jitter = QuantityText.text(of: conditions.jitter)
      reader.problems.report(
        "\(reader.place("jitter")): \(jitter) is more than the delay (\(QuantityText.text(of: least))): "
          + "some delays would be negative", at: node)
    }
  }

  private func isECNOn(_ loss: LossModel) -> Bool {
    guard reader.flag("ecn") == true, let node = reader["ecn"] else { return false }
    if loss == .none, reader["loss"] == nil {
      reader.problems.report("\(reader.place("ecn")): has no effect without a loss", at: node)
    }
    return true
  }

  /// Reads a percentage, optionally with a correlation and a gap.
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
    let (correlation, isExact) = own.correlation("correlation") ?? (.never, false)
    return (CorrelatedProbability(probability, correlation: correlation, isExact: isExact), own)
  }

  private func reordering(delay: LinkDuration) -> Reordering? {
    guard let node = reader["reorder"], let (chance, own) = chance("reorder", more: ["gap"]) else { return nil }
    if delay == .zero {
      reader.problems.report(
        "\(reader.place("reorder")): needs a delay; without one there is no packet to overtake", at: node)
    }
    let gap = own?.quantity("gap", .packets) ?? 1
    return Reordering(chance, gap: UInt32(clamping: gap))
  }
}
