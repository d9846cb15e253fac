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
    let keys = ["answer", "a", "aaaa", "delay", "first", "for"]
    guard let own = MappingReader(node, path: path, keys: keys, shape: shape, problems: problems) else { return nil }
    var rule = DNSRule(.addresses, delay: own.duration("delay")?.nanoseconds ?? 0)
    if let node = own["answer"] {
      rule.answering = answering(node, path: own.place("answer")) ?? .addresses
    } else if own["a"] != nil || own["aaaa"] != nil {
      rule.answering = .records(
        ipv4: addresses(own, "a", .ipv4), ipv6: addresses(own, "aaaa", .ipv6))
    }
    rule.beginning = beginning(own, at: node)
    return rule
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
    guard let answering = answering(first, path: reader.place("first")), let time = reader.duration("for") else {
      return nil
    }
    return DNSRule.Beginning(answering: answering, duration: time.nanoseconds)
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

  private func addresses(_ reader: MappingReader, _ key: String, _ version: ScenarioAddress.Version) -> [[UInt8]] {
    guard let node = reader[key], let text = reader.text(key) else { return [] }
    guard let address = ScenarioAddress(text, version) else {
      let words = ["here", "dead", "unreachable", "none"]
      let hint = Nearest.to(text, among: words).map { "; did you mean '\($0)'?" } ?? ""
      problems.report(
        "\(reader.place(key)): '\(text.shortened)' is neither one of \(words.joined(separator: ", ")) nor an address\(hint)",
        at: node)
      return []
    }
    return address.bytes.map { [$0] } ?? []
  }
}
