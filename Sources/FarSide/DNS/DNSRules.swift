/// Which names a far side's DNS server treats in which way.
public struct DNSRules: Sendable {
  /// What a private link's server does: every name is the far side, but for three under which failures can be met.
  /// (`test` and `invalid` are nobody's: RFC 6761.)
  public static let standard = DNSRules(names: [
    "invalid": .noSuchName, "servfail.test": .serverFailure, "silent.test": .silence,
  ])

  /// What is done for names without a rule of their own.
  public var otherwise: DNSAnswering
  private var byName: [String: DNSAnswering]

  /// - Parameters:
  ///   - otherwise: what is done for all other names.
  ///   - names: names without a final dot; a rule holds for the name and everything below it.
  public init(otherwise: DNSAnswering = .addresses, names: [String: DNSAnswering] = [:]) {
    self.otherwise = otherwise
    self.byName = Dictionary(names.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The rule of the name itself, else of the nearest name above it.
  func answering(for labels: [String]) -> DNSAnswering {
    guard !byName.isEmpty else { return otherwise }
    for start in labels.indices {
      if let rule = byName[labels[start...].joined(separator: ".")] { return rule }
    }
    return otherwise
  }
}
