/// What came of a scenario: the verdicts, and what the client did.
public struct ScenarioResult: Sendable {
  public var scenario: Scenario
  public var verdicts: [Verdict]
  /// What the client did, in one line; empty if it did not come to that.
  public var behaviour: String
  /// The capture in which the evidence is.
  public var capture: String
  /// What the client printed.
  public var output: String

  /// The gravest of the verdicts.
  public var kind: Verdict.Kind { verdicts.map(\.kind).max() ?? .pass }
}
