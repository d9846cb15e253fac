import Streams

internal import Dissection
internal import Wire

/// A one-line summary of what a client did. It is shown for every verdict, because clients also differ in how they
/// pass.
enum Behaviour {
  /// A start that took longer is told, in nanoseconds.
  private static let longStart: Int64 = 2_000_000_000

  static func summary(_ facts: Facts) -> String {
    let (outcome, evidence) = (facts.outcome, facts.evidence)
    var parts = [end(outcome)]
    if let ready = outcome.ready {
      if ready - outcome.started > longStart {
        parts.append("ready at \(Seconds.text(ready - outcome.started)), from which its time counts")
      }
    } else if let packet = evidence.begun, packet - outcome.started > longStart {
      let counts = facts.beganInVain ? "" : ", from which its time counts"
      parts.append("first packet at \(Seconds.text(packet - outcome.started))\(counts)")
    }
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
    if outcome.isRestless {
      parts.append("still used the network when it had been watched long enough, and was started again")
    }
    if !outcome.leftBehind.isEmpty { parts.append("left \(outcome.leftWords)") }
    return parts.joined(separator: "; ")
  }

  private static func end(_ outcome: ClientOutcome) -> String {
    if let cancel = outcome.cancel, !outcome.wasEnded {
      let taken = Seconds.text(outcome.ended - cancel.time)
      let said = cancel.done.map { "said so \(Seconds.text($0 - cancel.time)) later, " } ?? ""
      return
        "told to cancel after \(Seconds.text(cancel.time - outcome.started)), \(said)\(how(outcome)) \(taken) later\(status(outcome))"
    }
    if outcome.wasEnded {
      let signals = outcome.endedBy.map(SignalName.of).joined(separator: " and ")
      return "still running after \(Seconds.text(outcome.duration)), ended by \(signals)"
    }
    return "\(how(outcome)) after \(Seconds.text(outcome.duration))\(status(outcome))"
  }

  private static func how(_ outcome: ClientOutcome) -> String {
    if outcome.crash != nil { return "crashed" }
    return outcome.isPersistent && !outcome.hasDied ? "answered" : "ended"
  }

  private static func status(_ outcome: ClientOutcome) -> String {
    if let crash = outcome.crash { return " (\(SignalName.of(crash)))" }
    if let signal = outcome.signal { return " by \(SignalName.of(signal))" }
    if outcome.hasDied { return ", though it should live on" }
    return outcome.isPersistent ? " \(outcome.status == 0 ? "ok" : "error")" : " with status \(outcome.status)"
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
