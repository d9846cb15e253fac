internal import FarSide
internal import LinkConditions
internal import YAML

/// Reads the rules of a scenario's name server.
///
///     dns:
///       api.test: { a: here, aaaa: dead }
///       slow.test: { answer: here, delay: 3 s }
///       gone.test: nxdomain
///       back.test: { first: servfail, for: 3 s, answer: here }
///       moved.test: { first: { a: here }, for: 3 s, a: there, ttl: 1 s }
///       many.test: { a: [dead, here], aaaa: silence, https: { alpn: [h2], hint: dead } }
struct NameRulesReader {
  private static let answers: [String: DNSAnswering] = [
    "here": .addresses, "nxdomain": .noSuchName, "servfail": .serverFailure, "silence": .silence,
    "mismatched": .mismatched,
  ]

  let path: String
  let problems: ProblemCollector

  func rules(_ node: YAMLNode) -> DNSRules {
    guard case .mapping(let mapping) = node else {
      problems.report("\(path): write names and their answers, such as 'api.test: nxdomain'", at: node)
      return .standard
    }
    var rules: [String: DNSRule] = [:]
    for (key, value) in mapping {
      guard let name = problems.text(key, path: path, "a name") else { continue }
      rules[name] = rule(value, path: "\(path).\(name.shortened)")
    }
    return DNSRules(names: rules).completed(by: .standard)
  }

  private func rule(_ node: YAMLNode, path: String) -> DNSRule? {
    if case .scalar = node { return answering(node, path: path).map { DNSRule($0) } }
    let names = Self.answers.keys.sorted().joined(separator: ", ")
    let shape =
      "one of \(names), or '{ a: here, aaaa: dead, delay: 3 s }', or '{ first: servfail, for: 3 s, answer: here }'"
    let keys = ["answer", "a", "aaaa", "https", "ttl", "delay", "first", "for"]
    guard let own = MappingReader(node, path: path, keys: keys, shape: shape, problems: problems) else { return nil }
    var rule = DNSRule(.addresses, delay: own.duration("delay")?.nanoseconds ?? 0)
    if let node = own["answer"] {
      rule.answering = answering(node, path: own.place("answer")) ?? .addresses
    } else if own["a"] != nil || own["aaaa"] != nil {
      rule.answering = records(own)
    }
    rule.silentTypes = Set(Self.types.filter { isSilent(own, $0.key) }.map(\.value))
    rule.timeToLive = timeToLive(own) ?? rule.timeToLive
    rule.service = own["https"].flatMap { service($0, path: own.place("https")) }
    rule.beginning = beginning(own, at: node)
    return rule
  }

  private static let types: [String: UInt16] = ["a": 1, "aaaa": 28, "https": 65]
  private static let silence = "silence"

  private func isSilent(_ reader: MappingReader, _ key: String) -> Bool {
    reader[key]?.scalar?.string == Self.silence
  }

  private func records(_ reader: MappingReader) -> DNSAnswering {
    .records(ipv4: addresses(reader, "a", .ipv4), ipv6: addresses(reader, "aaaa", .ipv6))
  }

  private func timeToLive(_ reader: MappingReader) -> UInt32? {
    guard let node = reader["ttl"], let time = reader.duration("ttl") else { return nil }
    let second: Int64 = 1_000_000_000
    if time.nanoseconds % second == 0 { return UInt32(clamping: time.nanoseconds / second) }
    problems.report("\(reader.place("ttl")): write whole seconds", at: node)
    return nil
  }

  /// An HTTPS record; nil also if the question is not answered.
  private func service(_ node: YAMLNode, path: String) -> DNSRule.ServiceParameters? {
    if node.scalar?.string == Self.silence { return nil }
    let shape = "'silence', or '{ alpn: [h2, http/1.1], hint: here }'"
    guard let own = MappingReader(node, path: path, keys: ["alpn", "hint"], shape: shape, problems: problems) else {
      return nil
    }
    let nodes: [YAMLNode]
    if case .sequence(let sequence)? = own["alpn"] {
      nodes = Array(sequence)
    } else {
      nodes = [own["alpn"]].compactMap { $0 }
    }
    let names = nodes.compactMap { problems.text($0, path: own.place("alpn"), "a protocol such as h2") }
    if names.isEmpty {
      problems.report("\(own.place("alpn")): missing; write protocols such as [h2, http/1.1]", at: node)
    }
    return DNSRule.ServiceParameters(protocols: names, hints: addresses(own, "hint", .ipv4))
  }

  /// What is answered at first, and for how long.
  private func beginning(_ reader: MappingReader, at node: YAMLNode) -> DNSRule.Beginning? {
    guard let first = reader["first"] else {
      if let time = reader["for"] { problems.report("\(reader.place("for")): needs 'first' with an answer", at: time) }
      return nil
    }
    guard reader["for"] != nil else {
      problems.report("\(reader.place("first")): needs 'for' with a time", at: first)
      return nil
    }
    guard let answering = firstAnswer(first, path: reader.place("first")), let time = reader.duration("for") else {
      return nil
    }
    return DNSRule.Beginning(answering: answering, duration: time.nanoseconds)
  }

  /// A word, or addresses.
  private func firstAnswer(_ node: YAMLNode, path: String) -> DNSAnswering? {
    guard node.mapping != nil else { return answering(node, path: path) }
    return MappingReader(node, path: path, keys: ["a", "aaaa"], shape: "'{ a: here }'", problems: problems).map(records)
  }

  private func answering(_ node: YAMLNode, path: String) -> DNSAnswering? {
    let names = Self.answers.keys.sorted().joined(separator: ", ")
    guard let text = problems.text(node, path: path, "one of \(names)") else { return nil }
    guard let answering = Self.answers[text] else {
      let hint = Nearest.to(text, among: Self.answers.keys.sorted()).map { "; did you mean '\($0)'?" } ?? ""
      problems.report("\(path): '\(text.shortened)' is not one of \(names)\(hint)", at: node)
      return nil
    }
    return answering
  }

  /// One address or a list of them.
  private func addresses(_ reader: MappingReader, _ key: String, _ version: ScenarioAddress.Version) -> [[UInt8]] {
    guard let node = reader[key], !isSilent(reader, key) else { return [] }
    let nodes: [YAMLNode]
    if case .sequence(let sequence) = node { nodes = Array(sequence) } else { nodes = [node] }
    return nodes.compactMap { address($0, path: reader.place(key), version) }
  }

  private func address(_ node: YAMLNode, path: String, _ version: ScenarioAddress.Version) -> [UInt8]? {
    guard let text = problems.text(node, path: path, "an address") else { return nil }
    if let address = ScenarioAddress(text, version) { return address.bytes }
    let words = ScenarioAddress.words.map(\.word) + ["none", Self.silence]
    let hint = Nearest.to(text, among: words).map { "; did you mean '\($0)'?" } ?? ""
    problems.report(
      "\(path): '\(text.shortened)' is neither one of \(words.joined(separator: ", ")) nor an address\(hint)", at: node)
    return nil
  }
}
