import Streams

internal import Dissection
internal import Wire

/// What the client did as a process.
extension Facts {
  func successStatus() -> Finding? {
    outcome.status == 0 ? Finding("it \(outcome.endWords), as if all had gone well") : nil
  }

  func failure() -> Finding? {
    if outcome.wasEnded { return Finding("it still ran after \(Seconds.text(outcome.duration)) and was ended") }
    if outcome.status != 0 { return Finding("it \(outcome.endWords)") }
    return unfoundedSuccess()
  }

  func unfoundedSuccess() -> Finding? {
    guard outcome.status == 0 else { return nil }
    if outcome.hasWholeBody == false {
      return Finding("it \(outcome.endWords), but its output is not the body that was sent")
    }
    return missingResponses()
  }

  /// The client cannot have a response that was not complete when the client ended. Of a request that only the servers' log tells
  /// of, it is not known when its response was complete.
  private func missingResponses() -> Finding? {
    // What a cache answers is compared with what it holds.
    if scenario.use == .cache { return nil }
    let asked = scenario.requests.count
    // Packets are timestamped by another process, so allow a small difference.
    let end = outcome.ended.later(by: 10_000_000)
    let came = evidence.requests.filter { !$0.asksForTunnel }.count {
      $0.completed.map { $0.timestamp <= end } ?? ($0.stream < 0 && $0.status != nil)
    }
    guard came < asked else { return nil }
    let begun = evidence.requests.compactMap(\.answered)
    return Finding("it \(outcome.endWords), but only \(came) of \(asked) responses were complete", begun)
  }

  func crashOrHang() -> Finding? {
    if let crash = outcome.crash { return Finding("it crashed (\(SignalName.of(crash)))") }
    if outcome.hasDied { return Finding("its process \(outcome.endWords)") }
    return outcome.wasEnded ? Finding("it still ran after \(Seconds.text(outcome.duration)) and was ended") : nil
  }

  func processLeftRunning() -> Finding? {
    outcome.leftBehind.isEmpty ? nil : Finding("it left \(outcome.leftWords)")
  }

  /// What takes a runtime to come down after it has closed its connections, in nanoseconds. It is not part of the request.
  private static let teardown: Int64 = 1_000_000_000

  /// The wire shows when a client gave up; where it does not, the end of the process does.
  func lateEnd(after limit: Timestamp) -> Finding? {
    guard outcome.wasEnded || outcome.ended > limit else { return nil }
    if !outcome.wasEnded, outcome.ended <= limit.later(by: Self.teardown), gaveUpOnTheWire(by: limit) { return nil }
    let seconds = Seconds.text(outcome.ended - begun)
    let start = outcome.ready != nil ? "it was ready" : beganInVain ? "its first attempt" : "its first packet"
    let time = begun == outcome.started ? "after \(seconds)" : "\(seconds) after \(start)"
    let overrun = overrun(limit, outcome.ended)
    let verb = outcome.isPersistent && !outcome.hasDied ? "answered" : "ended"
    return Finding(outcome.wasEnded ? "it still ran \(time) and was ended" : "it \(verb) \(time)", overrun: overrun)
  }

  func lateEndAfterCancel(within time: Int64) -> Finding? {
    guard let cancel = outcome.cancel else { return Finding("it had ended before it was told to cancel") }
    let limit = cancel.time.later(by: time)
    let done = cancel.done ?? outcome.ended
    let taken = Seconds.text(done - cancel.time)
    if outcome.wasEnded, cancel.done == nil { return Finding("it still ran \(taken) after the cancel and was ended") }
    if done > limit {
      return Finding(
        "it \(cancel.done == nil ? "ended" : "said that it was cancelled") \(taken) after the cancel",
        overrun: Overrun(from: cancel.time, limit: limit, at: done))
    }
    if let gone = outcome.gone, gone > limit {
      return Finding("it ended \(taken) after the cancel, but left \(outcome.leftWords)")
    }
    return outcome.status == 0 ? Finding("it \(outcome.endWords), as if it had not been cancelled") : nil
  }

  func missingOutput(of words: [String]) -> Finding? {
    let output = outcome.output.lowercased()
    if words.contains(where: { output.contains($0.lowercased()) }) { return nil }
    return Finding(output.isEmpty ? "it printed nothing" : "it printed nothing about that")
  }

  func partialBody() -> Finding? {
    guard outcome.leftBytes > 0, outcome.hasWholeBody != true else { return nil }
    return Finding("it left \(outcome.leftBytes) bytes in the file, and nothing shows that the file is incomplete")
  }

  func memory(moreThan bytes: Int) -> Finding? {
    guard let peak = outcome.peakMemory, peak > bytes else { return nil }
    return Finding("it used \(peak / 1_000_000) MB of memory")
  }

  func lateFailure(after time: Int64) -> Finding? {
    outcome.status == 0 ? failure() : lateEnd(after: begun.later(by: time))
  }

  /// Compares the percentages in the output in order. Line feeds and carriage returns between them do not matter.
  func decreasingProgress() -> Finding? {
    let shares = outcome.output.matches(of: /([0-9]{1,3})(?:\.[0-9]+)?\s?%/).compactMap { Int($0.output.1) }
    let falls = zip(shares, shares.dropFirst()).first { $0 > $1 }
    return falls.map { Finding("it printed \($0) % and then \($1) %") }
  }

  /// Checks for output while a body arrives, from the response's first packet to its last.
  func silence(longerThan time: Int64) -> Finding? {
    let arrivals = evidence.connections.compactMap { connection in
      connection.firstResponse.flatMap { first in connection.lastResponse.map { (first.timestamp, $0.timestamp) } }
    }
    guard let (first, last) = arrivals.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }) else { return nil }
    let told = outcome.outputs.map(\.time).filter { $0 > first && $0 < last }
    let instants = [first] + told + [last]
    let gaps = zip(instants, instants.dropFirst())
    guard let (start, end) = gaps.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }), end - start > time else { return nil }
    return Finding(
      "it printed nothing for \(Seconds.text(end - start)) while the body arrived",
      overrun: Overrun(from: start, limit: start.later(by: time), at: end))
  }
}
