internal import YAML

/// Reads the selections of a profile: a list of entries, each with the packets that it matches and what happens to
/// them.
struct SelectionReader {
  static let selectorKeys = [
    "protocol", "port", "address", "host", "quic", "server-name", "alpn", "direction", "first",
  ]
  private static let shape = "a list such as '- { host: api.example, loss: 100 % }'"
  /// The number of bands that the netem engine has.
  static let most = 15

  let companions: CompanionFiles
  let problems: ProblemCollector

  func selections(_ node: YAMLNode) -> [Selection] {
    guard case .sequence(let entries) = node else {
      problems.report("select: found \(MappingReader.describe(node)); write \(Self.shape)", at: node)
      return []
    }
    if entries.count > Self.most {
      problems.report("select: \(entries.count) entries; at most \(Self.most) are allowed", at: node)
    }
    let selections = entries.enumerated().compactMap { selection($1, path: "select[\($0 + 1)]") }
    if selections.count == entries.count { checkOrder(selections, entries) }
    return selections
  }

  /// Reports an entry that matches the same packets as an earlier one, because the first match applies.
  private func checkOrder(_ selections: [Selection], _ entries: YAMLNode.Sequence) {
    for (index, selection) in selections.enumerated() where selection.selector != PacketSelector() {
      guard let first = selections[..<index].firstIndex(where: { $0.selector == selection.selector }),
        selection.selector.first == nil
      else { continue }
      problems.report(
        "select[\(index + 1)]: never applies: select[\(first + 1)] matches the same packets and comes first",
        at: entries[index])
    }
  }

  private func selection(_ node: YAMLNode, path: String) -> Selection? {
    guard
      let reader = DirectionReader(
        node, path: path, others: Self.selectorKeys + ["downlink", "uplink"], companions: companions,
        problems: problems)
    else { return nil }
    let entry = reader.reader
    if Self.selectorKeys.allSatisfy({ entry[$0] == nil }) {
      problems.report(
        "\(path): does not say which packets; write one of \(Self.selectorKeys.joined(separator: ", "))", at: node)
    }
    var selection = Selection(selector(entry))
    let ways = ["downlink", "uplink"].filter { entry[$0] != nil }
    guard !ways.isEmpty else {
      let both = reader.conditions()
      (selection.downlink, selection.uplink) = (both, both)
      return selection
    }
    if let direct = DirectionReader.keys.first(where: { entry[$0] != nil }) {
      problems.report(
        "\(path).\(direct): write it under \(ways.joined(separator: " and ")); "
          + "it applies to both directions if you write neither 'downlink' nor 'uplink'",
        at: node)
    }
    let other = selection.selector.direction == .uplink ? "downlink" : "uplink"
    if selection.selector.direction != nil, let node = entry[other] {
      problems.report("\(path).\(other): never applies: 'direction' selects the other direction", at: node)
    }
    for way in ways {
      guard let inner = entry[way] else { continue }
      let conditions =
        DirectionReader(inner, path: "\(path).\(way)", companions: companions, problems: problems)?.conditions()
        ?? .clean
      if way == "downlink" { selection.downlink = conditions } else { selection.uplink = conditions }
    }
    return selection
  }

  private func selector(_ entry: MappingReader) -> PacketSelector {
    var selector = PacketSelector()
    selector.transport = read("protocol", of: entry, "one of tcp, udp, quic, icmp") {
      PacketSelector.Transport(rawValue: $0.lowercased())
    }
    selector.ports = read("port", of: entry, "a port such as '443', or several as '8000..8999'", SelectorText.ports)
    selector.network = read(
      "address", of: entry, "an address such as '192.0.2.1', or a block such as '192.0.2.0/24' or '2001:db8::/32'",
      SelectorText.block)
    selector.host = read("host", of: entry, "a name such as 'api.example' or '*.example'", HostPattern.init)
    selector.isQUIC = isQUIC(entry)
    selector.serverName = read(
      "server-name", of: entry, "a name such as 'api.example' or '*.example'", HostPattern.init)
    selector.applicationProtocol = read("alpn", of: entry, "a protocol such as 'h3' or 'h2'", SelectorText.alpn)
    selector.direction = read("direction", of: entry, "'up' or 'down'", SelectorText.direction)
    selector.first = entry.quantity("first", .packets).map { UInt32(clamping: $0) }
    if let node = entry["port"], selector.transport == .icmp {
      problems.report("\(entry.place("port")): icmp has no ports", at: node)
    }
    if let node = entry["port"], selector.transport == .quic, let ports = selector.ports, !ports.contains(443) {
      problems.report(
        "\(entry.place("port")): quic is UDP to port 443 here; for another port write 'udp', or 'quic: true'", at: node)
    }
    if let node = entry["protocol"], selector.isQUIC, [.tcp, .icmp].contains(selector.transport) {
      problems.report("\(entry.place("protocol")): never applies: QUIC is UDP", at: node)
    }
    return selector
  }

  /// `quic: false` would be the others, which an entry further down matches.
  private func isQUIC(_ entry: MappingReader) -> Bool {
    guard let isQUIC = entry.flag("quic"), let node = entry["quic"] else { return false }
    if !isQUIC {
      problems.report(
        "\(entry.place("quic")): write 'quic: true', or remove it; entries after it match the other packets", at: node)
    }
    return isQUIC
  }

  private func read<Value>(
    _ key: String, of entry: MappingReader, _ wanted: String, _ value: (String) -> Value?
  ) -> Value? {
    guard let node = entry[key], let text = problems.text(node, path: entry.place(key), wanted) else { return nil }
    if let value = value(text) { return value }
    problems.report("\(entry.place(key)): found '\(text.shortened)'; write \(wanted)", at: node)
    return nil
  }
}
