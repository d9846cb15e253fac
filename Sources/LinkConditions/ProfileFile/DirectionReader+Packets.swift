internal import YAML

/// Conditions of single packets, and delivery in bursts.
extension DirectionReader {
  /// Whether these conditions apply to both directions and their `drop` value names its direction.
  var dropsSayTheirWay: Bool {
    guard reader.path.isEmpty, let node = reader["drop"], let words = (node.sequence?.first ?? node).scalar?.string
    else { return false }
    return SelectorText.direction(String(words.prefix { !$0.isWhitespace })) != nil
  }

  func drops() -> PacketNumbers? {
    guard let node = reader["drop"], !dropsSayTheirWay else { return nil }
    let path = reader.place("drop")
    guard let words = reader.problems.words(node, path: path, PacketNumbersText.wanted) else { return nil }
    do {
      return try PacketNumbersText.numbers(words)
    } catch {
      reader.problems.report("\(path): \(error.words); write \(PacketNumbersText.wanted)", at: node)
      return nil
    }
  }

  func mtu() -> MTULimit? {
    guard let node = reader["mtu"] else { return nil }
    if case .scalar = node { return reader.quantity("mtu", .mtu).map { MTULimit(bytes: UInt16(clamping: $0)) } }
    let shape = "a size such as '1400 B', or '{ bytes: 1400 B, icmp: false }'"
    let keys = ["bytes", "icmp"]
    guard
      let own = MappingReader(node, path: reader.place("mtu"), keys: keys, shape: shape, problems: reader.problems)
    else { return nil }
    if own["bytes"] == nil { reader.problems.report("\(own.place("bytes")): missing", at: node) }
    let answers = own.flag("icmp") ?? true
    return own.quantity("bytes", .mtu).map { MTULimit(bytes: UInt16(clamping: $0), answers: answers) }
  }

  func slots(_ node: YAMLNode) -> Slots? {
    let shape = "'{ from: 20 ms, to: 40 ms, packets: 10 packets, bytes: 8 KB }'"
    let keys = ["from", "to", "delay", "jitter", "distribution", "packets", "bytes"]
    let path = reader.place("slot")
    guard let own = MappingReader(node, path: path, keys: keys, shape: shape, problems: reader.problems),
      let spacing = spacing(own, node)
    else { return nil }
    return Slots(
      spacing: spacing, packets: own.quantity("packets", .packets).map { UInt32(clamping: $0) },
      bytes: own.quantity("bytes", .size).map { UInt32(clamping: $0) })
  }

  private func spacing(_ own: MappingReader, _ node: YAMLNode) -> Slots.Spacing? {
    let isByTable = own["distribution"] != nil
    for key in isByTable ? ["from", "to"] : ["delay", "jitter"] {
      guard let extra = own[key] else { continue }
      let words =
        isByTable
        ? "with a distribution, write 'delay' and 'jitter'" : "needs a distribution; without one, write 'from' and 'to'"
      reader.problems.report("\(own.place(key)): \(words)", at: extra)
    }
    if isByTable {
      guard let table = own["distribution"].flatMap({ node in tableOnly(node, own) }) else { return nil }
      for key in ["delay", "jitter"] where own[key] == nil {
        reader.problems.report("\(own.place(key)): missing", at: node)
      }
      let (middle, spread) = (own.duration("delay") ?? .zero, own.duration("jitter", .jitter) ?? .zero)
      if spread > middle, let jitter = own["jitter"], own["delay"] != nil {
        reader.problems.report(
          "\(own.place("jitter")): is more than 'delay': some slots would begin before the previous slot", at: jitter)
      }
      return .table(middle, spread, table)
    }
    guard own["from"] != nil else {
      reader.problems.report("\(own.place("from")): missing; write the time from one slot to the next", at: node)
      return nil
    }
    let from = own.duration("from") ?? .zero
    let to = own.duration("to") ?? from
    if to < from, let end = own["to"] { reader.problems.report("\(own.place("to")): is less than 'from'", at: end) }
    if max(from, to) == .zero {
      reader.problems.report(
        "\(own.place("from")): the time from one slot to the next must be longer than zero", at: node)
    }
    return .uniform(from, to)
  }

  private func tableOnly(_ node: YAMLNode, _ own: MappingReader) -> DelayTable? {
    switch distribution(node, path: own.place("distribution")) {
    case .table(let table): return table
    case .uniform:
      reader.problems.report("\(own.place("distribution")): uniform slots are written with 'from' and 'to'", at: node)
      return nil
    case nil: return nil
    }
  }
}
