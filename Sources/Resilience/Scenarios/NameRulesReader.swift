internal import FarSide
internal import LinkConditions
internal import Yams

/// Reads the rules of a scenario's name server.
///
///     dns:
///       api.test: { a: here, aaaa: dead }
///       slow.test: { answer: here, delay: 3 s }
///       gone.test: nxdomain
struct NameRulesReader {
  private static let answers: [String: DNSAnswering] = [
    "here": .addresses, "nxdomain": .noSuchName, "servfail": .serverFailure, "silence": .silence,
    "mismatched": .mismatched,
  ]

  let path: String
  let problems: ProblemCollector

  func rules(_ node: Node) -> DNSRules {
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

  private func rule(_ node: Node, path: String) -> DNSRule? {
    if case .scalar = node { return answering(node, path: path).map { DNSRule($0) } }
    let shape = "one of \(Self.answers.keys.sorted().joined(separator: ", ")), or '{ a: here, aaaa: dead, delay: 3 s }'"
    let keys = ["answer", "a", "aaaa", "delay"]
    guard let own = MappingReader(node, path: path, keys: keys, shape: shape, problems: problems) else { return nil }
    var rule = DNSRule(.addresses, delay: own.duration("delay")?.nanoseconds ?? 0)
    if let node = own["answer"] {
      rule.answering = answering(node, path: own.place("answer")) ?? .addresses
    } else if own["a"] != nil || own["aaaa"] != nil {
      rule.answering = .records(
        ipv4: addresses(own, "a", .ipv4), ipv6: addresses(own, "aaaa", .ipv6))
    }
    return rule
  }

  private func answering(_ node: Node, path: String) -> DNSAnswering? {
    let names = Self.answers.keys.sorted().joined(separator: ", ")
    guard let text = problems.text(node, path: path, "one of \(names)") else { return nil }
    guard let answering = Self.answers[text] else {
      problems.report("\(path): '\(text.shortened)' is not one of \(names)", at: node)
      return nil
    }
    return answering
  }

  private func addresses(_ reader: MappingReader, _ key: String, _ version: ScenarioAddress.Version) -> [[UInt8]] {
    guard let node = reader[key], let text = reader.text(key) else { return [] }
    guard let address = ScenarioAddress(text, version) else {
      problems.report(
        "\(reader.place(key)): '\(text.shortened)' is neither one of here, dead, unreachable, none nor an address",
        at: node)
      return []
    }
    return address.bytes.map { [$0] } ?? []
  }
}
