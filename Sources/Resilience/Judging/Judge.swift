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
      let word = outcome.isPersistent ? "it answered declined" : "exit status 127"
      return [Verdict(.notApplicable, finding: "the client does not support this scenario (\(word))")]
    }
    let facts = Facts(scenario: scenario, outcome: outcome, evidence: evidence, deadline: deadline)
    if outcome.wasNeverReady {
      let broken = outcome.crash == nil ? [] : [verdict(on: Self.exitsCleanly, facts)]
      return broken + [Verdict(.inconclusive, finding: Self.unreadiness(outcome))]
    }
    if outcome.wasEnded, !facts.hasBegun, outcome.ready == nil {
      let words = "the client sent nothing within its start-up time (--start-up), and was ended after "
      return [Verdict(.inconclusive, finding: words + Seconds.text(outcome.duration))]
    }
    let verdicts = verdicts(facts)
    // Without any response, it cannot be known what the client uses, unless its requests say it.
    let isUnable = scenario.use?.isOfMessages == true && !knowsContract && facts.hasRefused
    if let use = scenario.use, facts.isTold(use) || isUnable, !facts.uses(use) {
      let broken = verdicts.filter { $0.kind >= .fail && !use.isExcuse(for: $0.expectation?.demand) }
      return broken + [Verdict(.notApplicable, finding: use.absence)]
    }
    if let missing = facts.missingPremise {
      // What the client did as a process says something all the same: it failed where it must succeed, or the other way round.
      var broken = verdicts.filter { $0.kind >= .fail && $0.expectation?.demand.isAboutProcess == true }
      if broken.isEmpty, outcome.wasEnded { broken = [verdict(on: Self.exitsCleanly, facts)] }
      return broken + [Verdict(.inconclusive, finding: missing)]
    }
    return verdicts
  }

  private static func unreadiness(_ outcome: ClientOutcome) -> String {
    let end =
      outcome.wasEnded
      ? "within its start-up time (--start-up), and was ended after \(Seconds.text(outcome.duration))"
      : "before it \(outcome.endWords)"
    return "the client never said that it was ready (\(outcome.sign)) \(end)"
  }

  private func verdicts(_ facts: Facts) -> [Verdict] {
    let (scenario, outcome) = (facts.scenario, facts.outcome)
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
    if let overrun = finding.overrun, expectation.requirement != .note,
      let words = Self.starvation(overrun, facts.outcome)
    {
      var verdict = Verdict(.error, expectation, finding: "\(finding.words); \(words)", packets: finding.packets)
      verdict.blamesMachine = true
      return verdict
    }
    return Verdict(expectation.requirement.broken, expectation, finding: finding.words, packets: finding.packets)
  }

  /// Why the machine can be to blame for a limit that was missed; nil if the client had the processor when it needed it.
  private static func starvation(_ overrun: Overrun, _ outcome: ClientOutcome) -> String? {
    let waited = outcome.waited(from: overrun.from, to: overrun.at)
    guard waited > 0, waited >= overrun.excess else { return nil }
    let pressure = outcome.pressure.map { ", and some task of the machine did \(Int($0 * 100)) % of the time" } ?? ""
    return
      "machine starved: the client waited \(Seconds.text(waited)) for a processor\(pressure), "
      + "which can explain the \(Seconds.text(overrun.excess)) by which it was late"
  }
}
