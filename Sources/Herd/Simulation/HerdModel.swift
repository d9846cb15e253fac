import Statistics

/// How one client behaves, prepared for simulation: what attempts put on the wire, and when the next one follows.
public struct HerdModel: Sendable {
  /// What a use costs that succeeds at once.
  struct Success: Sendable {
    var events: [WireEvent]
    /// The last request, which decides whether the use succeeds, in seconds since the beginning.
    var request: Double
    /// How long its answer takes, in seconds.
    var wait: Double
    /// The first query and the first SYN; the beginning if there is none.
    var firstQuery: Double
    var firstSYN: Double

    /// A use that puts these events on the wire, and whose last request is answered after a time; without one, whose last event is.
    init(_ events: [WireEvent], wait: Double) {
      self.events = events
      self.wait = wait
      request = events.last { $0.kind == .request }?.offset ?? events.last?.offset ?? 0
      firstQuery = events.first { $0.kind == .query }?.offset ?? 0
      firstSYN = events.first { $0.kind == .syn }?.offset ?? 0
    }

    init(_ course: Course) {
      let all = zip(course.times, course.attempts).flatMap { time, attempt in
        attempt.events.map { WireEvent($0.kind, at: time + $0.offset) }
      }
      self.init(all, wait: 0)
      wait = course.duration - request
    }
  }

  /// An attempt that fails.
  struct Failing {
    /// The events of the attempt.
    var events: [WireEvent]
    /// When the next attempt begins, or when the client gives up, in seconds since the beginning of this attempt.
    var gap: Double
    var isLast: Bool
    /// How long the client waits for an answer, in seconds since the beginning of the attempt.
    var patience: Double
  }

  let first: [Success]
  let later: [Success]
  /// What an attempt costs that succeeds after one that was answered with 503: less than a first one if the client keeps its connection.
  let again: [Success]
  private let rows: [ServiceState: ObservedRetries]
  private let policy: PolicyRetries?

  /// The client as it was observed.
  /// - Throws: `ConductError` if the conduct lacks what the plan needs.
  public init(_ conduct: ClientConduct, for plan: HerdPlan) throws(ConductError) {
    try conduct.check()
    first = conduct[.healthy].map { Success($0) }
    later = conduct.later.map { Success($0) }
    again = Self.again(conduct, first)
    var rows: [ServiceState: ObservedRetries] = [:]
    for state in Self.needed(plan) {
      guard !conduct[state].isEmpty else {
        throw ConductError(
          "courses.\(state.rawValue): no run, so that nobody knows what this client does if the service \(state.words); measure the client again"
        )
      }
      rows[state] = ObservedRetries(conduct[state])
    }
    self.rows = rows
    policy = nil
  }

  /// The same client with the pauses of a policy.
  /// - Throws: `ConductError` if the conduct is not valid.
  public init(_ policy: RetryPolicy, costing conduct: ClientConduct = .plain) throws(ConductError) {
    try conduct.check()
    first = conduct[.healthy].map { Success($0) }
    later = conduct.later.map { Success($0) }
    again = Self.again(conduct, first)
    rows = [:]
    self.policy = PolicyRetries(policy, conduct)
  }

  private static func again(_ conduct: ClientConduct, _ first: [Success]) -> [Success] {
    eventsAgain(conduct).map { Success($0, wait: first.first?.wait ?? 0) }
  }

  /// What attempts put on the wire that followed one that was answered with 503.
  static func eventsAgain(_ conduct: ClientConduct) -> [[WireEvent]] {
    conduct[.unavailable].flatMap { $0.attempts.dropFirst().map(\.events) }
      .filter { events in events.contains { $0.kind == .request } }
  }

  /// The states of a service that clients meet.
  private static func needed(_ plan: HerdPlan) -> [ServiceState] {
    [plan.outage] + (plan.capacity == nil ? [] : [.unavailable, .silent])
  }

  /// What a client does in its attempt with a number from 0, if the service is in a state.
  func failing(_ state: ServiceState, attempt number: Int, pause: inout Double, _ random: inout SplitMix64) -> Failing {
    if let policy { return policy.failing(state, attempt: number, pause: &pause, &random) }
    return rows[state]?.failing(attempt: number, &random)
      ?? Failing(events: [], gap: 0, isLast: true, patience: .infinity)
  }

  /// How many events of a kind a use has that succeeds at once, on average; on the connection of the last use where the client keeps it.
  func cost(_ kind: WireEvent.Kind) -> Double {
    let successes = later.isEmpty ? first : later
    let sum = successes.reduce(0) { sum, success in sum + success.events.count { $0.kind == kind } }
    return Double(sum) / Double(successes.count)
  }
}
