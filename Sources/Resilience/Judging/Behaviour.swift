import Streams

internal import Dissection
internal import Wire

/// A one-line summary of what a client did. It is shown for every verdict, because clients also differ in how they
/// pass.
enum Behaviour {
  static func summary(_ outcome: ClientOutcome, _ evidence: WireEvidence) -> String {
    var parts = [end(outcome)]
    if !evidence.nameQueries.isEmpty, evidence.connections.isEmpty {
      parts.append("asked the name at " + Seconds.list(evidence.nameQueries.map(\.packet), since: outcome.started))
    }
    if evidence.requests.count > 1 {
      parts.append(
        "\(evidence.requests.count) requests at "
          + Seconds.list(evidence.requests.map(\.packet), since: outcome.started))
    }
    for connection in evidence.connections.prefix(3) {
      parts.append(summary(connection, outcome))
    }
    if evidence.connections.count > 3 {
      parts.append("\(evidence.connections.count - 3) more connections")
    }
    if !outcome.leftBehind.isEmpty { parts.append("left \(outcome.leftWords)") }
    return parts.joined(separator: "; ")
  }

  private static func end(_ outcome: ClientOutcome) -> String {
    if let cancel = outcome.cancel, !outcome.wasEnded {
      let taken = Seconds.text(outcome.ended - cancel.time)
      return
        "told to cancel after \(Seconds.text(cancel.time - outcome.started)), \(how(outcome)) \(taken) later\(status(outcome))"
    }
    if outcome.wasEnded {
      let signals = outcome.endedBy.map(SignalName.of).joined(separator: " and ")
      return "still running after \(Seconds.text(outcome.duration)), ended by \(signals)"
    }
    return "\(how(outcome)) after \(Seconds.text(outcome.duration))\(status(outcome))"
  }

  private static func how(_ outcome: ClientOutcome) -> String { outcome.crash == nil ? "ended" : "crashed" }

  private static func status(_ outcome: ClientOutcome) -> String {
    if let crash = outcome.crash { return " (\(SignalName.of(crash)))" }
    return outcome.signal.map { " by \(SignalName.of($0))" } ?? " with status \(outcome.status)"
  }

  private static func secureSummary(_ secure: SecureTraffic) -> String {
    if let refusal = secure.served.refusal { return ", TLS refused (\(refusal))" }
    return secure.served.secured == nil ? ", no TLS" : ", TLS"
  }

  private static func summary(_ connection: ObservedConnection, _ outcome: ClientOutcome) -> String {
    let start = outcome.started
    guard connection.established != nil else {
      let answer = connection.closedByServer == nil ? "no answer" : "refused"
      return "SYN at \(Seconds.list(connection.attempts, since: start)), \(answer)"
    }
    var text = "connected at " + Seconds.list(Array(connection.attempts.prefix(1)), since: start)
    if let secure = connection.secure { text += secureSummary(secure) }
    if let last = connection.lastResponse {
      text += ", last data at " + Seconds.list([last], since: start)
    }
    guard let closed = connection.closedByClient else { return text + ", no FIN seen" }
    text += ", \(connection.clientReset ? "RST" : "FIN") "
    if let cancel = outcome.cancel?.time, closed.timestamp >= cancel {
      return text + "\((closed.timestamp - cancel + 500_000) / 1_000_000) ms after the cancel"
    }
    return text + "at " + Seconds.list([closed], since: start)
  }
}
