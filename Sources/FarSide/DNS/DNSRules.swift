/// Which names a far side's DNS server treats in which way.
public struct DNSRules: Sendable, Hashable {
  /// What a private link's server does: every name is the far side, but for three under which failures can be met.
  /// (`test` and `invalid` are nobody's: RFC 6761.)
  public static let standard = DNSRules(names: [
    "invalid": DNSRule(.noSuchName), "servfail.test": DNSRule(.serverFailure), "silent.test": DNSRule(.silence),
  ])

  /// What is done for names without a rule of their own.
  public var otherwise: DNSRule
  private var byName: [String: DNSRule]

  /// - Parameters:
  ///   - otherwise: what is done for all other names.
  ///   - names: names without a final dot; a rule holds for the name and everything below it.
  public init(otherwise: DNSRule = DNSRule(.addresses), names: [String: DNSRule] = [:]) {
    self.otherwise = otherwise
    self.byName = Dictionary(names.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// These rules, and for names of which they say nothing those of `others`.
  public func completed(by others: DNSRules) -> DNSRules {
    var rules = self
    rules.byName.merge(others.byName) { ours, _ in ours }
    return rules
  }

  /// Whether some name is answered with IPv6 addresses of its own.
  public var answersIPv6: Bool {
    byName.values.contains { rule in
      guard case .records(_, let ipv6) = rule.answering else { return false }
      return !ipv6.isEmpty
    }
  }

  /// The rule of the name itself, else of the nearest name above it.
  func rule(for labels: [String]) -> DNSRule {
    guard !byName.isEmpty else { return otherwise }
    for start in labels.indices {
      if let rule = byName[labels[start...].joined(separator: ".")] { return rule }
    }
    return otherwise
  }
}
