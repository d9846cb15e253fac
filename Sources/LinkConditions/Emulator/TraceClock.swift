internal import DequeModule

/// The position of a link in its delivery trace, and the packets that wait for an opportunity.
struct TraceClock: Sendable {
  /// More bytes than any packet has. A packet that claims more is billed as this many, so that placing it does not take
  /// forever.
  private static let mostBytes: UInt64 = 1 << 20

  /// When the trace began.
  let began: LinkInstant
  /// How many rounds of the trace are complete.
  private var round: Int64 = 0
  /// The opportunity in use.
  private var index = 0
  /// How many bytes it can still deliver.
  private var bytesLeft = DeliveryTrace.bytesPerOpportunity
  private var waiting = Deque<(sent: LinkInstant, bytes: Int)>()
  private var waitingBytes = 0
  /// When the last admitted packet will have been sent.
  private(set) var busyUntil = LinkInstant(nanoseconds: .min)

  init(startingAt began: LinkInstant) {
    self.began = began
  }

  /// How many bytes wait for an opportunity.
  mutating func backlog(at now: LinkInstant) -> Int {
    while let first = waiting.first, first.sent <= now {
      waiting.removeFirst()
      waitingBytes -= first.bytes
    }
    return waitingBytes
  }

  /// Assigns opportunities to a packet that arrives now, and returns when its last byte is delivered.
  mutating func send(_ billed: UInt64, at now: LinkInstant, by trace: DeliveryTrace) -> LinkInstant {
    _ = backlog(at: now)
    moveOn(to: now, in: trace)
    let bytes = Int(max(1, min(billed, Self.mostBytes)))
    var left = bytes
    while true {
      if bytesLeft == 0 { takeNext(in: trace) }
      let used = min(left, bytesLeft)
      left -= used
      bytesLeft -= used
      if left == 0 { break }
    }
    busyUntil = max(busyUntil, instant(in: trace))
    waiting.append((busyUntil, bytes))
    waitingBytes += bytes
    return busyUntil
  }

  /// Gives back the opportunities after `now`, in whole: the one in use at that time is lost.
  mutating func stop(at now: LinkInstant) {
    let unused = TraceClock(startingAt: began)
    let stopped = min(busyUntil, now)
    self = unused
    busyUntil = stopped
  }

  /// Skips the opportunities that have passed unused.
  private mutating func moveOn(to now: LinkInstant, in trace: DeliveryTrace) {
    guard instant(in: trace) < now else { return }
    let duration = trace.duration.nanoseconds
    let elapsed = max(0, (now - began).nanoseconds)
    var (rounds, rest) = elapsed.quotientAndRemainder(dividingBy: duration)
    if rest == 0, rounds > 0 {
      // The last opportunity of a round is at the same instant as the start of the next round.
      rounds -= 1
      rest = duration
    }
    var low = 0
    var high = trace.opportunities.count - 1
    while low < high {
      let middle = (low + high) / 2
      if Int64(trace.opportunities[middle]) * 1_000_000 < rest { low = middle + 1 } else { high = middle }
    }
    (round, index) = (rounds, low)
    bytesLeft = DeliveryTrace.bytesPerOpportunity
  }

  private mutating func takeNext(in trace: DeliveryTrace) {
    index += 1
    if index == trace.opportunities.count {
      index = 0
      round += 1
    }
    bytesLeft = DeliveryTrace.bytesPerOpportunity
  }

  private func instant(in trace: DeliveryTrace) -> LinkInstant {
    let rounds = trace.duration.nanoseconds.multipliedSaturated(by: round)
    return began + LinkDuration(nanoseconds: rounds) + .milliseconds(Int64(trace.opportunities[index]))
  }
}
