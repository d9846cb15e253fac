internal import Dissection
internal import Wire

/// All that is known about one run, with the checks of each demand.
struct Facts {
  let scenario: Scenario
  let outcome: ClientOutcome
  let evidence: WireEvidence
  /// Nanoseconds.
  let deadline: Int64

  /// How the run breaks a demand, or nil if it does not.
  func breach(of demand: Demand) -> Finding? {
    switch demand {
    case .fail: saysSuccess()
    case .succeed: failsToSucceed()
    case .succeedOnlyIfWhole: claimsTooMuch()
    case .giveUpByDeadline: endsAfter(limit)
    case .endWithin(let time): endsAfter(begun.later(by: time))
    case .endAfterCancel(let time): endsLateAfterCancel(time)
    case .openNothing: opens()
    case .startNothingAfterDeadline: starts(after: limit)
    case .startNothingAfterCancel: startsAfterCancel()
    case .closeByDeadline: leavesOpen(after: limit)
    case .closeAfterCancel(let time): leavesOpenAfterCancel(time)
    case .sendAtMost(let count): repeatsRequests(count)
    case .connectAtMost(let count): connectsOften(count)
    case .askEachNameAtMost(let count): asksOften(count)
    case .fallBackToIPv4(let time): staysWithIPv6(time)
    case .waitBetweenRequests(let time): hurries(time)
    case .backOff: doesNotBackOff()
    case .sendNoRequest: requests()
    case .useNewConnections: reuses()
    case .stopSending(let bytes): goesOnSending(bytes)
    case .sendWholeBody: sendsLess()
    case .getResponses(let count): getsLess(count)
    case .showProgress(let time): isSilent(time)
    case .neverGoBack: goesBack()
    case .say(let words): saysNone(of: words)
    case .sendAlert: sendsNoAlert()
    case .sendNothingAfterDeadline: sends(after: limit)
    case .sendBody(let time): holdsBodyBack(time)
    case .sendInAll(let count): asksOften(inAll: count)
    case .spreadRetries(let time): retriesAtOnce(time)
    case .leaveNoPart: leavesPart()
    case .failAtOnceOrSucceed(let time): failsLate(time)
    case .tellFullPool: hidesFullPool()
    case .endWithinOrBackOff(let time): endsLateInAHurry(time)
    case .getResponse(let time): getsNoResponse(by: begun.later(by: time))
    case .endByItself: isEnded()
    case .leaveNoProcess: leavesProcesses()
    }
  }

  /// When the client began to use the network, with its first query or SYN. Before that, its runtime loads, which
  /// takes longer on a busy machine. Up to two seconds of loading do not count.
  var begun: Timestamp {
    let first = (evidence.nameQueries.map(\.packet) + evidence.connections.compactMap(\.attempts.first))
      .map(\.timestamp).min()
    return min(max(first ?? outcome.started, outcome.started), outcome.started.later(by: 2_000_000_000))
  }

  /// The last instant at which the client may still be working.
  var limit: Timestamp { begun.later(by: deadline + deadline / 10) }

  func at(_ packets: [PacketMark]) -> String {
    " at " + Seconds.list(packets, since: outcome.started)
  }
}

extension Timestamp {
  func later(by nanoseconds: Int64) -> Timestamp {
    Timestamp(nanoseconds: self.nanoseconds &+ nanoseconds)
  }
}
