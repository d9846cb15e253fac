internal import Dissection
internal import Wire

/// Decides whether each expectation of a scenario was met. It is pure: it turns evidence into verdicts.
public struct Judge: Sendable {
  /// The deadline that the client was given, in nanoseconds.
  public var deadline: Int64
  /// Whether the client implements the contract, so that its exit status 127 means that it does not support a
  /// scenario.
  public var knowsContract: Bool

  public init(deadline: Int64, knowsContract: Bool = true) {
    self.deadline = deadline
    self.knowsContract = knowsContract
  }

  /// The exit status of a client that does not support a scenario.
  static let unsupported: Int32 = 127

  public func verdicts(on scenario: Scenario, _ outcome: ClientOutcome, _ evidence: WireEvidence) -> [Verdict] {
    if outcome.status == Self.unsupported, knowsContract {
      return [Verdict(.notApplicable, finding: "the client does not support this scenario (exit status 127)")]
    }
    guard evidence.shows(scenario.trigger) else {
      let finding = "never seen on the wire: \(scenario.trigger.words); the client \(outcome.endWords)"
      return [Verdict(.error, finding: finding)]
    }
    if scenario.cancel != nil, outcome.cancel == nil, outcome.status != 0, outcome.crash == nil, !outcome.wasEnded {
      let finding = "the client \(outcome.endWords) before it was told to cancel"
      return [Verdict(.notApplicable, finding: finding)]
    }
    let facts = Facts(scenario: scenario, outcome: outcome, evidence: evidence, deadline: deadline)
    let verdicts = scenario.expectations.map { verdict(on: $0, facts) }
    // If a client that had to be ended has already failed an expectation, do not report the same problem again.
    let isSaid = outcome.wasEnded && verdicts.contains { $0.kind == .fail }
    let implied = (isSaid ? [] : [Self.exitsCleanly]) + [Self.leavesNothing]
    return verdicts + implied.map { verdict(on: $0, facts) }.filter { $0.kind != .pass }
  }

  /// What every scenario expects. Reports mention it only if it was violated.
  private static let exitsCleanly = Expectation.must(.exitCleanly)
  private static let leavesNothing = Expectation.should(.leaveNoProcess)

  private func verdict(on expectation: Expectation, _ facts: Facts) -> Verdict {
    guard let finding = facts.violation(of: expectation.demand) else { return Verdict(.pass, expectation) }
    let kind: Verdict.Kind = expectation.requirement == .must ? .fail : .warn
    return Verdict(kind, expectation, finding: finding.words, packets: finding.packets)
  }
}
