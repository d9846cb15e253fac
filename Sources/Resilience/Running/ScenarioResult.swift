/// The result of a scenario: the verdicts, and what the client did.
public struct ScenarioResult: Sendable {
  public var entry: SuiteEntry
  /// The number of the repetition, from 1.
  public var turn: Int
  public var verdicts: [Verdict]
  /// What the client did, in one line; empty if it was not started.
  public var behaviour: String
  /// The capture that contains the evidence.
  public var capture: String
  /// The client's deadline, in seconds.
  public var deadline: Int
  /// Nil if the client did not run.
  public var outcome: ClientOutcome?
  /// How long it took with its link, in nanoseconds; nil if the client was not started.
  public var took: Int64?

  /// The requests within TLS, from the servers' log.
  var secureRequests: [ObservedRequest] = []

  public var scenario: Scenario { entry.scenario }
  /// The worst of the verdicts. Notes do not count.
  public var kind: Verdict.Kind { verdicts.map(\.kind).filter { $0 != .note }.max() ?? .pass }
}
