/// How a far side's DNS server answers for each name.
public struct DNSRules: Sendable, Hashable {
  /// The rules of a private link: every name leads to the far side, except three names with which failures can be
  /// tested. (`test` and `invalid` are reserved: RFC 6761.)
  public static let standard = DNSRules(names: [
    "invalid": DNSRule(.noSuchName), "servfail.test": DNSRule(.serverFailure), "silent.test": DNSRule(.silence),
  ])

  /// The rule for names without a rule of their own.
  public var otherwise: DNSRule
  private var byName: [String: DNSRule]

  /// - Parameters:
  ///   - otherwise: the rule for all other names.
  ///   - names: names without a final dot. A rule applies to the name and everything below it.
  public init(otherwise: DNSRule = DNSRule(.addresses), names: [String: DNSRule] = [:]) {
    self.otherwise = otherwise
    self.byName = Dictionary(names.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// These rules, completed with those of `others` for other names.
  public func completed(by others: DNSRules) -> DNSRules {
    var rules = self
    rules.byName.merge(others.byName) { ours, _ in ours }
    return rules
  }

  /// Whether a name has its own IPv6 addresses.
  public var answersIPv6: Bool {
    byName.values.contains { rule in
      guard case .records(_, let ipv6) = rule.answering else { return false }
      return !ipv6.isEmpty
    }
  }

  /// The rule for this name, or else for the nearest name above it.
  package func rule(for labels: [String]) -> DNSRule {
    guard !byName.isEmpty else { return otherwise }
    for start in labels.indices {
      if let rule = byName[labels[start...].joined(separator: ".")] { return rule }
    }
    return otherwise
  }
}

/// How the server treats questions about a name.
public struct DNSRule: Sendable, Hashable {
  public var answering: DNSAnswering
  /// The delay of the answer in nanoseconds.
  public var delay: Int64
  /// What is answered instead at first, or nil.
  public var beginning: Beginning?
  /// How long clients may keep the answers, in seconds (RFC 1035 section 3.2.1).
  public var timeToLive: UInt32 = 60
  /// The record types that are not answered.
  public var silentTypes: Set<UInt16> = []
  /// The HTTPS record of the name (RFC 9460), or nil.
  public var service: ServiceParameters?

  /// What an HTTPS record in service mode says (RFC 9460 section 2.4.3, section 7).
  public struct ServiceParameters: Sendable, Hashable {
    /// The protocols of the service (ALPN).
    public var protocols: [String]
    /// Where the service may be, of four bytes each.
    public var hints: [[UInt8]]

    public init(protocols: [String], hints: [[UInt8]] = []) {
      self.protocols = protocols
      self.hints = hints
    }
  }

  /// Another answer for a time that begins with the first query for a name.
  public struct Beginning: Sendable, Hashable {
    public var answering: DNSAnswering
    /// Nanoseconds.
    public var duration: Int64

    public init(answering: DNSAnswering, duration: Int64) {
      self.answering = answering
      self.duration = duration
    }
  }

  public init(_ answering: DNSAnswering, delay: Int64 = 0) {
    self.answering = answering
    self.delay = delay
  }
}

/// How a far side's DNS server answers a question.
public enum DNSAnswering: Sendable, Hashable {
  /// Answers with the far side's addresses.
  case addresses
  /// Answers with other addresses, of four or sixteen bytes each.
  case records(ipv4: [[UInt8]], ipv6: [[UInt8]])
  /// Answers with the far side's addresses, but with a query ID that does not match (RFC 5452 section 9.1 tells clients
  /// to ignore it).
  case mismatched
  /// Answers that the name does not exist (NXDOMAIN).
  case noSuchName
  /// Answers that the server failed (SERVFAIL).
  case serverFailure
  /// Does not answer.
  case silence
}
