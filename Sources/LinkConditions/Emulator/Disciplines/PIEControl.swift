/// PIE's probability of drops, and how it follows the waits of packets.
///
/// It calculates as Linux 6.1 does (`net/sched/sch_pie.c`, without `dq_rate_estimator`): times are units of 64 ns, and
/// probabilities are units of 2^-56. Source: RFC 8033 sections 4 and 5.
struct PIEControl: Sendable {
  static let mostProbability = UInt64.max >> 8
  /// Units of 64 ns in a second.
  private static let unitsPerSecond: UInt64 = 15_625_000
  private static let burst: UInt64 = 150_000_000 >> 6
  private static let longWait: UInt64 = 250_000_000 >> 6

  private(set) var probability: UInt64 = 0
  private var accumulated: UInt64 = 0
  private var wait: UInt64 = 0
  private var waitBefore: UInt64 = 0
  private var burstLeft = PIEControl.burst
  private var lastDequeue: UInt64?

  /// Decides whether a packet that arrives is dropped, or marked, before the queue is full.
  /// - Parameter backlog: the bytes that wait.
  mutating func dropsEarly(
    _ length: Int, backlog: Int, _ parameters: PIEParameters, from generator: inout LFSR113
  ) -> Bool {
    if burstLeft > 0 { return false }
    if wait < Self.units(parameters.target) / 2, probability < Self.mostProbability / 5 { return false }
    if backlog < 2 * largestOrdinaryFrame { return false }
    var own = probability
    if parameters.countsBytes, length <= largestOrdinaryFrame {
      own = UInt64(max(0, length)) &* (own / UInt64(largestOrdinaryFrame))
    }
    accumulated = own == 0 ? 0 : accumulated &+ own
    // Drops are spread evenly: none before the probabilities add up to 85 %, and one at the latest when they add up to 850 %.
    if accumulated < Self.mostProbability / 100 * 85 { return false }
    if accumulated >= Self.mostProbability / 2 * 17 { return true }
    let random = UInt64(generator.next()) << 32 | UInt64(generator.next())
    guard random >> 8 < own else { return false }
    accumulated = 0
    return true
  }

  /// Whether packets that support ECN are still marked and not dropped.
  var isLow: Bool { probability <= Self.mostProbability / 10 }

  /// Records that a packet was dropped when it arrived.
  mutating func dropped() { accumulated = 0 }

  /// Records how long a packet that leaves the queue had waited.
  /// - Parameter backlog: the bytes that wait behind it.
  mutating func dequeued(_ packet: QueuedPacket, backlog: Int, at now: LinkInstant) {
    let instant = Self.units(now)
    wait = instant &- Self.units(packet.admitted)
    let elapsed = lastDequeue.map { UInt64(UInt32(truncatingIfNeeded: instant &- $0)) } ?? 0
    lastDequeue = instant
    if backlog == 0 { wait = 0 }
    burstLeft = burstLeft > elapsed ? burstLeft - elapsed : 0
  }

  /// Whether further updates change nothing while no packet waits.
  var isAtRest: Bool { probability == 0 && wait == 0 && waitBefore == 0 && burstLeft == Self.burst }

  /// Computes the probability anew.
  mutating func update(backlog: Int, _ parameters: PIEParameters) {
    let target = Self.units(parameters.target)
    var mayDecay = !(wait == 0 && backlog != 0)
    let change = change(target, parameters)
    let before = probability
    probability = probability &+ UInt64(bitPattern: change)
    if change > 0 {
      if probability < before {
        probability = Self.mostProbability
        mayDecay = false
      }
    } else if probability > before {
      probability = 0
    }
    if wait == 0, waitBefore == 0, mayDecay { probability -= probability / 64 }
    if wait < target / 2, waitBefore < target / 2, probability == 0 {
      burstLeft = Self.burst
      lastDequeue = nil
      accumulated = 0
    }
    waitBefore = wait
  }

  /// By how much the probability changes: by the deviation from the target and by the change of the wait, each with its
  /// weight. The weights are smaller while the probability is small.
  private func change(_ target: UInt64, _ parameters: PIEParameters) -> Int64 {
    var alpha = (UInt64(parameters.alpha) &* (Self.mostProbability / Self.unitsPerSecond)) >> 4
    var beta = (UInt64(parameters.beta) &* (Self.mostProbability / Self.unitsPerSecond)) >> 4
    if probability < Self.mostProbability / 10 {
      alpha >>= 1
      beta >>= 1
      var power: UInt64 = 100
      while probability < Self.mostProbability / power, power <= 1_000_000 {
        alpha >>= 2
        beta >>= 2
        power *= 10
      }
    }
    var change = Int64(bitPattern: alpha &* (wait &- target) &+ beta &* (wait &- waitBefore))
    if change > Int64(Self.mostProbability / 50), probability >= Self.mostProbability / 10 {
      change = Int64(Self.mostProbability / 100 * 2)
    }
    if wait > Self.longWait { change &+= Int64(Self.mostProbability / 50) }
    return change
  }

  private static func units(_ instant: LinkInstant) -> UInt64 { UInt64(bitPattern: instant.nanoseconds >> 6) }

  private static func units(_ duration: LinkDuration) -> UInt64 { UInt64(max(0, duration.nanoseconds)) >> 6 }
}
