/// What came of a scenario: the verdicts, and what the client did.
public struct ScenarioResult: Sendable {
  public var entry: SuiteEntry
  /// Which of the repetitions this is, from 1.
  public var turn: Int
  public var verdicts: [Verdict]
  /// What the client did, in one line; empty if it did not come to that.
  public var behaviour: String
  /// The capture in which the evidence is.
  public var capture: String
  /// What the client was given, in seconds.
  public var deadline: Int
  /// Nil if the client did not run.
  public var outcome: ClientOutcome?

  /// The requests within TLS, which the servers told of.
  var secureRequests: [ObservedRequest] = []

  public var scenario: Scenario { entry.scenario }
  /// The gravest of the verdicts.
  public var kind: Verdict.Kind { verdicts.map(\.kind).max() ?? .pass }
}
