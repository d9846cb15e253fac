internal import YAML

/// The queue of a direction: a limit, or a discipline with its parameters.
extension DirectionReader {
  private static let limitWords = "a limit such as '50 packets', '64 KB' or '200 ms'"
  private static let disciplines = ["fifo", "codel", "fq_codel", "pie"]
  /// The keys of a discipline, apart from `discipline` and `limit`.
  private static let disciplineKeys = [
    "fifo": [], "codel": ["target", "interval", "ecn", "ce-threshold"],
    "fq_codel": ["target", "interval", "ecn", "ce-threshold", "quantum", "flows"],
    "pie": ["target", "tupdate", "alpha", "beta", "ecn", "bytemode"],
  ]

  /// Reads `queue`, which needs to know the bandwidth and the trace.
  func readQueue(into conditions: inout DirectionConditions) {
    guard let node = reader["queue"] else { return }
    if case .mapping = node { return readDiscipline(node, into: &conditions) }
    if case .scalar(let scalar) = node, Self.disciplines.contains(scalar.string) {
      let name = YAMLNode.Scalar(scalar.string, mark: scalar.mark)
      let key = YAMLNode.Scalar("discipline", mark: scalar.mark)
      let mapping = YAMLNode.Mapping([(.scalar(key), .scalar(name))], mark: scalar.mark)
      return readDiscipline(.mapping(mapping), into: &conditions)
    }
    let wanted = "\(Self.limitWords), a discipline (codel, fq_codel, pie), or '{ discipline: codel, target: 5 ms }'"
    conditions.queue = limit(node, path: reader.place("queue"), wanted, conditions)
  }

  private func readDiscipline(_ node: YAMLNode, into conditions: inout DirectionConditions) {
    let path = reader.place("queue")
    let known = Set(Self.disciplineKeys.values.joined()).sorted()
    guard
      let own = MappingReader(
        node, path: path, keys: ["discipline", "limit"] + known, shape: "'{ discipline: codel, target: 5 ms }'",
        problems: reader.problems)
    else { return }
    let wanted = "one of: \(Self.disciplines.joined(separator: ", "))"
    guard let nameNode = own["discipline"] else {
      return reader.problems.report("\(own.place("discipline")): missing; write \(wanted)", at: node)
    }
    guard let name = own.text("discipline") else { return }
    guard let keys = Self.disciplineKeys[name] else {
      return reader.problems.report(
        "\(own.place("discipline")): found '\(name.shortened)'; write \(wanted)", at: nameNode)
    }
    for key in known where !keys.contains(key) {
      if let extra = own[key] { reader.problems.report("\(own.place(key)): \(name) has no '\(key)'", at: extra) }
    }
    if name == "fifo" {
      guard let limitNode = own["limit"] else { return }
      conditions.queue = limit(limitNode, path: own.place("limit"), Self.limitWords, conditions)
      return
    }
    if conditions.bandwidth == nil, conditions.trace == nil {
      reader.problems.report("\(path): without a bandwidth nothing waits, so a discipline has no effect", at: node)
    }
    switch name {
    case "codel": conditions.discipline = .codel(codel(own, from: CoDelParameters()))
    case "fq_codel":
      var parameters = FairQueueParameters()
      parameters.codel = codel(own, from: parameters.codel)
      if let flows = own.quantity("flows", .flows) { parameters.flows = Int(clamping: flows) }
      if let quantum = own.quantity("quantum", .quantum) { parameters.quantum = Int(clamping: quantum) }
      conditions.discipline = .fqCodel(parameters)
    default: conditions.discipline = .pie(pie(own))
    }
  }

  private func codel(_ own: MappingReader, from defaults: CoDelParameters) -> CoDelParameters {
    var parameters = defaults
    if let target = positive("target", own) { parameters.target = target }
    if let interval = positive("interval", own) { parameters.interval = interval }
    if let limit = own.quantity("limit", .packets) { parameters.limit = Int(clamping: limit) }
    if let marks = own.flag("ecn") { parameters.marks = marks }
    parameters.markThreshold = own.duration("ce-threshold")
    if let node = own["target"], parameters.target >= parameters.interval {
      reader.problems.report(
        "\(own.place("target")): \(QuantityText.text(of: parameters.target)) is not less than the interval "
          + "(\(QuantityText.text(of: parameters.interval)))", at: node)
    }
    return parameters
  }

  private func pie(_ own: MappingReader) -> PIEParameters {
    var parameters = PIEParameters()
    if let target = positive("target", own) { parameters.target = target }
    if let update = positive("tupdate", own) { parameters.update = update }
    if let limit = own.quantity("limit", .packets) { parameters.limit = Int(clamping: limit) }
    if let alpha = weight("alpha", own) { parameters.alpha = alpha }
    if let beta = weight("beta", own) { parameters.beta = beta }
    if let marks = own.flag("ecn") { parameters.marks = marks }
    if let countsBytes = own.flag("bytemode") { parameters.countsBytes = countsBytes }
    return parameters
  }

  private func positive(_ key: String, _ own: MappingReader) -> LinkDuration? {
    guard let node = own[key], let time = own.duration(key) else { return nil }
    if time < .microseconds(1) {
      reader.problems.report("\(own.place(key)): must be at least 1 us", at: node)
      return nil
    }
    return time
  }

  private func weight(_ key: String, _ own: MappingReader) -> UInt32? {
    guard let node = own[key], let text = own.text(key) else { return nil }
    guard let value = UInt32(text), value <= 32 else {
      reader.problems.report("\(own.place(key)): found '\(text.shortened)'; write a number from 0 to 32", at: node)
      return nil
    }
    return value
  }

  private func limit(
    _ node: YAMLNode, path: String, _ wanted: String, _ conditions: DirectionConditions
  ) -> QueueLimit? {
    guard let text = reader.problems.text(node, path: path, wanted) else { return nil }
    if let packets = try? QuantityKind.packets.value(of: text) { return .packets(Int(clamping: packets)) }
    if QuantityKind.packets.isUnit(of: text) {
      let limits = QuantityKind.packets.rangeWords
      reader.problems.report("\(path): '\(text.shortened)' is out of range (\(limits)); write \(wanted)", at: node)
      return nil
    }
    let limit: QueueLimit
    if let bytes = try? QuantityKind.size.value(of: text) {
      if bytes < 1500 {
        reader.problems.report("\(path): '\(text.shortened)' is less than one packet of 1500 B", at: node)
      }
      limit = .bytes(Int(clamping: bytes))
    } else if let time = try? QuantityKind.duration.value(of: text) {
      limit = .time(LinkDuration(nanoseconds: Int64(clamping: time)))
      checkForOnePacket(limit, text, conditions, node, path)
    } else {
      reader.problems.report("\(path): '\(text.shortened)' is not a limit; write \(wanted)", at: node)
      return nil
    }
    if conditions.bandwidth == nil, conditions.trace == nil {
      reader.problems.report(
        "\(path): without a bandwidth nothing waits; limit it in packets, or set a bandwidth", at: node)
    }
    return limit
  }

  /// Checks that the queue has room for at least one packet at the initial bandwidth.
  private func checkForOnePacket(
    _ limit: QueueLimit, _ text: String, _ conditions: DirectionConditions, _ node: YAMLNode, _ path: String
  ) {
    guard case .time(let time) = limit else { return }
    let packet = conditions.bandwidth?.duration(ofBytes: 1500) ?? LinkDuration(nanoseconds: 1)
    guard time < packet else { return }
    let reason = conditions.bandwidth.map {
      "; one of 1500 B takes \(QuantityText.text(of: packet)) at \(QuantityText.text(of: $0))"
    }
    reader.problems.report(
      "\(path): '\(text.shortened)' is less than one packet takes to send\(reason ?? "")", at: node)
  }
}
