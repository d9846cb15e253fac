internal import Wire

/// Says of each expectation of a scenario whether it was met. Pure: what was seen in, verdicts out.
public struct Judge: Sendable {
  /// The deadline that the client was given, in nanoseconds.
  public var deadline: Int64

  public init(deadline: Int64) {
    self.deadline = deadline
  }

  /// The status by which a client says that it cannot do what a scenario asks.
  static let unsupported: Int32 = 127

  public func verdicts(on scenario: Scenario, _ outcome: ClientOutcome, _ evidence: WireEvidence) -> [Verdict] {
    if outcome.status == Self.unsupported, evidence.connections.isEmpty {
      return [Verdict(.notApplicable, finding: "the client says that it does not do this one (exit 127)")]
    }
    guard evidence.shows(scenario.trigger) else {
      let finding = "never seen on the wire: \(scenario.trigger.words); the client ended with \(outcome.status)"
      return [Verdict(.error, finding: finding)]
    }
    return scenario.expectations.map { verdict(on: $0, outcome, evidence) }
  }

  private func verdict(on expectation: Expectation, _ outcome: ClientOutcome, _ evidence: WireEvidence) -> Verdict {
    let breach: (finding: String, packets: [PacketCitation])? =
      switch expectation.demand {
      case .reportsFailure: reportsFailure(outcome)
      case .givesUpByDeadline: givesUp(outcome)
      case .opensNothing: opensNothing(outcome, evidence)
      case .startsNothingAfterDeadline: startsNothing(outcome, evidence)
      case .closesConnections: closes(outcome, evidence)
      }
    guard let breach else { return Verdict(.pass, expectation) }
    let kind: Verdict.Kind = expectation.requirement == .must ? .fail : .warn
    return Verdict(kind, expectation, finding: breach.finding, packets: breach.packets)
  }

  /// The last instant at which the client may still be at it.
  private func limit(_ outcome: ClientOutcome) -> Timestamp {
    Timestamp(nanoseconds: outcome.started.nanoseconds + deadline + deadline / 10)
  }

  private func reportsFailure(_ outcome: ClientOutcome) -> (String, [PacketCitation])? {
    outcome.status == 0 ? ("it ended with status 0, as if all had gone well", []) : nil
  }

  private func givesUp(_ outcome: ClientOutcome) -> (String, [PacketCitation])? {
    guard outcome.wasEnded || outcome.ended > limit(outcome) else { return nil }
    let seconds = Seconds.text(outcome.duration)
    return (outcome.wasEnded ? "it still ran after \(seconds) and was ended" : "it gave up after \(seconds)", [])
  }

  private func opensNothing(_ outcome: ClientOutcome, _ evidence: WireEvidence) -> (String, [PacketCitation])? {
    let attempts = evidence.connections.flatMap(\.attempts)
    return attempts.isEmpty ? nil : ("it connected\(at(attempts, outcome))", attempts)
  }

  private func startsNothing(_ outcome: ClientOutcome, _ evidence: WireEvidence) -> (String, [PacketCitation])? {
    let limit = limit(outcome)
    let late = (evidence.connections.flatMap(\.attempts) + evidence.nameQueries).filter { $0.timestamp > limit }
    return late.isEmpty ? nil : ("it was still trying\(at(late, outcome))", late)
  }

  private func closes(_ outcome: ClientOutcome, _ evidence: WireEvidence) -> (String, [PacketCitation])? {
    let limit = limit(outcome)
    for connection in evidence.connections where connection.established != nil {
      let lastSeen = [connection.lastResponse, connection.firstRequest, connection.established].compactMap { $0 }
      guard let closed = connection.closedByClient else {
        // The end of a process closes what it had open, but Linux says FIN only when what was sent before has been
        // acknowledged or its timer is up, and by then the link may be gone.
        if !outcome.wasEnded, outcome.ended <= limit { continue }
        return ("a connection was left open", Array(lastSeen.prefix(1)))
      }
      if closed.timestamp > limit { return ("a connection was closed only\(at([closed], outcome))", [closed]) }
    }
    return nil
  }

  private func at(_ packets: [PacketCitation], _ outcome: ClientOutcome) -> String {
    " at " + Seconds.list(packets, since: outcome.started)
  }
}
