import Streams

internal import Dissection
internal import Wire

/// All that is known about one run, with the checks of each demand.
struct Facts {
  let scenario: Scenario
  let outcome: ClientOutcome
  let evidence: WireEvidence
  /// Nanoseconds.
  let deadline: Int64

  /// What in the run violates a demand, or nil if the demand was met.
  func violation(of demand: Demand) -> Finding? {
    switch demand {
    case .fail: successStatus()
    case .succeed: failure()
    case .succeedOnlyIfWhole: unfoundedSuccess()
    case .giveUpByDeadline: lateEnd(after: limit)
    case .endWithin(let time): lateEnd(after: begun.later(by: time))
    case .endAfterCancel(let time): lateEndAfterCancel(within: time)
    case .openNothing: anyConnection()
    case .startNothingAfterDeadline: newActivity(after: limit)
    case .startNothingAfterCancel: newActivityAfterCancel()
    case .closeByDeadline: openConnection(after: limit)
    case .closeAfterCancel(let time): openConnectionAfterCancel(within: time)
    case .sendAtMost(let count): repeatedRequest(moreThan: count)
    case .connectAtMost(let count): connections(moreThan: count)
    case .queryEachNameAtMost(let count): repeatedQuery(moreThan: count)
    case .fallBackToIPv4(let time): lateFallbackToIPv4(after: time)
    case .waitBetweenRequests(let time): requestWithoutPause(of: time)
    case .backOff: missingBackoff()
    case .sendNoRequest: anyRequest()
    case .useNewConnections: reusedConnection()
    case .sendNoneOnClosed: requestOnClosedConnection()
    case .awaitResponse: requestBeforeResponseEnded()
    case .dropExpectation: repeatedExpectation()
    case .resumeFromOffset: wrongResumption()
    case .sendBodyNowhereElse: bodyForAnotherHost()
    case .refreshAtMost(let count): refreshes(moreThan: count)
    case .keepIdempotencyKey: changedIdempotencyKey()
    case .useFreshIdempotencyKeys: sharedIdempotencyKey()
    case .closeLoser(let time): loserLeftOpen(longerThan: time)
    case .stopSending(let bytes): continuedUpload(beyond: bytes)
    case .sendWholeBody: incompleteUpload()
    case .getResponses(let count): responses(fewerThan: count)
    case .showProgress(let time): silence(longerThan: time)
    case .neverDecreaseProgress: decreasingProgress()
    case .print(let words): missingOutput(of: words)
    case .sendAlert: missingAlert()
    case .sendNothingAfterDeadline: data(after: limit)
    case .sendBody(let time): lateBody(after: time)
    case .sendInTotal(let count): requests(moreThan: count)
    case .spreadRetries(let time): simultaneousRetries(within: time)
    case .leaveNoPartialBody: partialBody()
    case .failAtOnceOrSucceed(let time): lateFailure(after: time)
    case .reportFullPool: unreportedFullPool()
    case .endWithinOrBackOff(let time): lateEndWithoutBackoff(after: time)
    case .getResponse(let time): missingResponse(by: begun.later(by: time))
    case .fallBackToTCP(let time): lateFallbackToTCP(after: time)
    case .useHTTP3: missingHTTP3()
    case .sendNothingOverHTTP3: anyHTTP3Request()
    case .openNoStreamAfterGoaway: streamAfterGoaway()
    case .repeatOnlyIdempotent: repeatedUnsafeRequest()
    case .sendOfBodyAtMost(let bytes): bodies(longerThan: bytes)
    case .keepToStreams(let count): streams(moreThan: count)
    case .takeAtMost(let bytes): received(moreThan: bytes)
    case .connectOnlyToProxy: connectionAroundProxy()
    case .avoidProxy: connectionToProxy()
    case .queryOnlyProxy: queryBesideProxy()
    case .sendOnlyToProxy(let fields): fieldBeyondProxy(fields)
    case .useMemory(let bytes): memory(moreThan: bytes)
    case .resumeUnderCondition: unconditionalResumption()
    case .sendNoWeakIfRange: weakIfRange()
    case .keepMethodAndBody: changedAfterRedirect()
    case .changeToGet: unchangedAfterSeeOther()
    case .sendNothingInTheClear: requestInTheClear()
    case .sendOnlyToOwnHost(let fields): fieldBeyondHost(fields)
    case .sendOnlyOverTLS(let fields): fieldInTheClear(fields)
    case .sendCookieBack(let names): missingCookie(names)
    case .sendEachRequest: unsentRequest()
    case .keepToTimeToLive: connectionToOldAddress()
    case .answerPings: unansweredPing()
    case .answerClose(let time): unansweredClose(within: time)
    case .closeWith(let code): closing(otherThanWith: code)
    case .noticeSilence(let time): lateNotice(after: time)
    case .resumeFrom(let ids): missingResumption(from: ids)
    case .sendTimeout: missingTimeout()
    case .writeOnlyWhole: brokenMessage()
    case .exitCleanly: crashOrHang()
    case .leaveNoProcess: processLeftRunning()
    }
  }

  /// When the client was ready, by its own word if it was to give one, or else by its first query or SYN, however late. Before that,
  /// its runtime loads, which takes longer on a busy machine and has an allowance of its own. What never reaches the link is known
  /// from the kernel; it counts where the link is down at first, and elsewhere only if nothing else does, because programs also talk
  /// to themselves.
  var begun: Timestamp {
    if let ready = outcome.ready { return ready }
    let first = beganInVain ? outcome.begun : evidence.begun ?? outcome.begun
    return max(first ?? outcome.started, outcome.started)
  }

  /// Whether the link was down when the client began.
  var beganInVain: Bool { scenario.premises.contains(.linkDownTried) && hasTriedInVain }

  /// By how much something at this time missed a limit that counts from the client's first packet.
  func overrun(_ limit: Timestamp, _ at: Timestamp) -> Overrun { Overrun(from: begun, limit: limit, at: at) }

  /// The last instant at which the client may still be working.
  var limit: Timestamp { begun.later(by: deadline + deadline / 10) }

  func at(_ packets: [PacketMark]) -> String {
    " at " + Seconds.list(packets, since: outcome.started)
  }
}

/// A limit of time that was missed. A client that had to wait for a processor for as long is not to blame.
struct Overrun {
  /// From when the client was at work on it.
  var from: Timestamp
  var limit: Timestamp
  /// When it did what it should have done by the limit.
  var at: Timestamp

  /// Nanoseconds.
  var excess: Int64 { at - limit }
}

extension Timestamp {
  func later(by nanoseconds: Int64) -> Timestamp {
    Timestamp(nanoseconds: self.nanoseconds &+ nanoseconds)
  }
}

/// How a demand was violated: what was observed, as a sentence about the client ("it ..."), and the packets that show
/// it.
struct Finding {
  var words: String
  var packets: [PacketMark] = []
  /// By how much a limit of time was missed; nil if the demand does not concern time.
  var overrun: Overrun?

  init(_ words: String, _ packets: [PacketMark] = [], overrun: Overrun? = nil) {
    self.words = words
    self.packets = packets
    self.overrun = overrun
  }
}
