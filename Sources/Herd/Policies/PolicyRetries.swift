import Statistics

/// Attempts with the pauses of a policy and the costs of a client.
struct PolicyRetries: Sendable {
  /// The time limit of an attempt without an answer, if neither the policy nor the client says one, in seconds.
  private static let usualLimit = 10.0
  /// When Linux sends a SYN again (RFC 6298 section 5.5), in seconds since the first one.
  private static let usualSYNs = [0.0, 1, 3, 7, 15, 31, 63]

  private struct Cost: Sendable {
    var events: [WireEvent]
    /// What attempts after the first one put on the wire: less, if the client keeps the connection that brought a 503.
    var again: [WireEvent]
    /// How long an attempt takes to fail.
    var failed: Double
  }

  private let policy: RetryPolicy
  private let costs: [ServiceState: Cost]

  init(_ policy: RetryPolicy, _ conduct: ClientConduct) {
    self.policy = policy
    let healthy = conduct[.healthy].first?.attempts.first?.events ?? []
    var costs: [ServiceState: Cost] = [:]
    for state in ServiceState.outages {
      let events = Self.events(state, conduct, healthy)
      let takesTime = state == .blackHole || state == .silent
      let failed = takesTime ? Self.limit(state, conduct) : (events.last?.offset ?? 0)
      let again = state == .unavailable ? HerdModel.eventsAgain(conduct).first : nil
      costs[state] = Cost(events: events, again: again ?? events, failed: failed)
    }
    self.costs = costs
  }

  func failing(_ state: ServiceState, attempt number: Int, pause: inout Double, _ random: inout SplitMix64)
    -> HerdModel.Failing
  {
    let cost = costs[state] ?? Cost(events: [], again: [], failed: 0)
    let takesTime = state == .blackHole || state == .silent
    let failed = takesTime ? policy.limit(ofAttempt: number) ?? cost.failed : cost.failed
    let whole = number == 0 ? cost.events : cost.again
    let events = takesTime ? Array(whole.prefix { $0.offset < failed }) : whole
    let isLast = policy.attempts.map { number + 1 >= $0 } ?? false
    let gap = isLast ? failed : policy.gap(afterAttempt: number, failed: failed, pause: &pause, &random)
    return HerdModel.Failing(events: events, gap: gap, isLast: isLast, patience: failed)
  }

  /// How long the client lets an attempt take that gets no answer: the median of what its last attempts took.
  private static func limit(_ state: ServiceState, _ conduct: ClientConduct) -> Double {
    let endings = conduct[state].filter { !$0.isCut }.map(\.ending).sorted()
    return endings.isEmpty ? usualLimit : endings[endings.count / 2]
  }

  /// What an attempt puts on the wire.
  private static func events(_ state: ServiceState, _ conduct: ClientConduct, _ healthy: [WireEvent]) -> [WireEvent] {
    let firstSYN = healthy.first { $0.kind == .syn }?.offset ?? 0
    let queries = healthy.filter { $0.kind == .query && $0.offset <= firstSYN }
    switch state {
    case .healthy, .unavailable: return healthy
    case .silent:
      return Array(healthy.prefix { $0.kind != .request }) + healthy.filter { $0.kind == .request }.prefix(1)
    case .refused: return queries + [WireEvent(.syn, at: firstSYN)]
    case .blackHole: return queries + synTimes(conduct).map { WireEvent(.syn, at: firstSYN + $0) }
    }
  }

  /// When the client sends SYNs: one for each address that it tried side by side in its first attempt, which its kernel then repeats.
  private static func synTimes(_ conduct: ClientConduct) -> [Double] {
    let events = conduct[.blackHole].first?.attempts.first?.events ?? []
    let offsets = events.filter { $0.kind == .syn }.map(\.offset)
    let first = offsets.first ?? 0
    // A kernel waits a second before it repeats a SYN (RFC 6298 section 2.1).
    let addresses = offsets.isEmpty ? [0] : offsets.map { $0 - first }.filter { $0 < 0.9 }
    return addresses.flatMap { address in usualSYNs.map { address + $0 } }.sorted()
  }
}
