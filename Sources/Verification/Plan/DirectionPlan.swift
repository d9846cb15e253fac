import LinkConditions
import Statistics
import VirtualLink

/// The measurements for a direction's conditions, and the conditions that cannot be measured from outside.
struct DirectionPlan {
  private(set) var steps: [VerificationStep] = []
  private(set) var notMeasured: [String] = []
  private let asked: AskedConditions
  private let effort: VerificationEffort

  private static let ordinaryPace = 50_000.0
  private static let slack = LinkDuration.milliseconds(120)

  init(_ asked: AskedConditions, _ effort: VerificationEffort, isNarrow: Bool, direction: LinkDirection) {
    self.asked = asked
    self.effort = effort
    noteWhatIsNot()
    let conditions = asked.conditions
    let hasFates =
      conditions.loss != .none || conditions.duplicate != .never || conditions.corrupt != .never
      || conditions.reorder != nil
    let hasDelay = conditions.delay > .zero || conditions.jitter > .zero
    if !asked.losesAll, !isNarrow || (hasDelay && conditions.reorder == nil && conditions.queue == nil) { planTravel() }
    if !isNarrow || hasFates { planFates() }
    if conditions.bandwidth != nil, !asked.losesAll { planRate() }
    if let mtu = conditions.mtu, !asked.losesAll { planMTU(Int(mtu.bytes)) }
    if direction == .uplink { planNames() }
  }

  private var isTimed: Bool { asked.conditions.trace == nil && asked.conditions.slots == nil }

  private var conditions: DirectionConditions { asked.conditions }

  private mutating func noteWhatIsNot() {
    if conditions.trace != nil { notMeasured.append("the trace: its outages hide delays and losses") }
    if conditions.slots != nil { notMeasured.append("slots, and the delay before them") }
    if conditions.discipline != .fifo {
      notMeasured.append("the queue's discipline (\(conditions.discipline.name)): whom it drops depends on who sends")
    }
    if !conditions.dropped.isEmpty {
      notMeasured.append("the list of packets to drop, which is left out for the other measurements")
    }
    if conditions.isRamping { notMeasured.append("the course of a ramp; its end is measured") }
  }

  /// Plans packets that are so far apart that none waits for another.
  private mutating func planTravel(_ kind: VerificationStep.Kind = .travel) {
    guard isTimed else { return }
    let length = 60
    let spread = asked.spread
    let isSpread = conditions.jitter > .zero
    var spacing = LinkDuration.microseconds(isSpread ? 200 : 3_000)
    if conditions.bandwidth != nil {
      // With a bandwidth, packets stay in order, so a delayed packet holds up the next one.
      let apart = asked.sending(ipLength: length).times(13).nanoseconds / 10
      spacing = max(spacing, LinkDuration(nanoseconds: apart) + spread.above + spread.below)
    }
    if case .packets(let limit) = conditions.queue {
      let room = LinkDuration(nanoseconds: asked.longestTravel.nanoseconds * 2 / Int64(max(1, limit)))
      spacing = max(spacing, room)
    }
    let wanted = isSpread ? effort.delays : effort.trips
    let count = min(wanted, max(20, Int(effort.longest.nanoseconds / spacing.nanoseconds)))
    if isSpread, count < wanted {
      notMeasured.append("details of the jitter's distribution: there is time for only \(count) packets")
    }
    var order = ProbeOrder(
      count: count, ipLength: length, pace: .apart(spacing), patience: asked.longestTravel + Self.slack)
    if kind == .names { order.port = 53 }
    steps.append(VerificationStep(kind: kind, order: order))
  }

  /// Plans as many packets as there is time for, slowly enough that no queue drops any.
  private mutating func planFates(_ kind: VerificationStep.Kind = .fates) {
    guard conditions.trace == nil else { return }
    let length = ProbeOrder.leastLength
    var pace = Self.ordinaryPace
    if let bandwidth = conditions.bandwidth {
      let bits = Double(asked.billed(ipLength: length) * 8)
      pace = min(pace, 0.7 * Double(bandwidth.bitsPerSecond) / max(1, bits))
    }
    let stay = max(asked.longestTravel.seconds, 0.001)
    if case .packets(let limit) = conditions.queue { pace = min(pace, 0.4 * Double(limit) / stay) }
    // A slot may hold few packets, and packets that wait for the next slot fill a queue.
    if conditions.slots != nil { pace = min(pace, 200) }
    let count = min(effort.fates, max(20, Int(effort.longest.seconds * pace)))
    var order = ProbeOrder(
      count: count, ipLength: length, pace: pace < 1_000 ? .apart(.microseconds(Int64(1e6 / pace))) : .steady(pace),
      patience: asked.longestTravel + Self.slack)
    order.isECNCapable = conditions.marksInsteadOfLosing
    if kind == .nameFates { order.port = 53 }
    steps.append(VerificationStep(kind: kind, order: order))
  }

  /// Plans more packets than get through, after a burst that fills the queue.
  private mutating func planRate() {
    guard let bandwidth = conditions.bandwidth, isTimed else { return }
    let longest = 1500
    // Use packets that are small enough to have some to count.
    let slow = Int(bandwidth.duration(ofBytes: longest).nanoseconds / 400_000_000)
    let length = max(ProbeOrder.leastLength, slow > 0 ? longest / (slow + 1) : longest)
    let own = asked.sending(ipLength: length)
    var time = max(effort.rate, own.times(9))
    var burst = 0
    if let stay = asked.stayWhenFull(ipLength: length) {
      if stay.upperBound < effort.longestQueue {
        time = max(time, stay.upperBound + own.times(4))
        // A quarter of it leaves the queue while it is sent.
        burst = Int(stay.upperBound.nanoseconds / max(1, own.nanoseconds)) * 3 / 2 + 2
      } else {
        let seconds = stay.upperBound.seconds.decimal(1)
        notMeasured.append("the queue's limit: the queue takes \(seconds) s to drain")
      }
    }
    let packets = 1e9 / Double(max(1, own.nanoseconds))
    let share = 1 - asked.fates(isDNSQuery: false).missing.probability
    let offered = packets * (packets * Double(length) > 25_000_000 ? 1.2 : 1.5) / max(0.05, share)
    var order = ProbeOrder(
      count: burst + Int((time + asked.longestTravel).seconds * offered) + 1, ipLength: length, pace: .steady(offered),
      patience: .milliseconds(20))
    order.burst = burst
    order.burstRate = packets * 4
    steps.append(VerificationStep(kind: .rate, order: order))
  }

  private mutating func planMTU(_ bytes: Int) {
    for length in [bytes, bytes + 1] where (ProbeOrder.leastLength...1500).contains(length) {
      let order = ProbeOrder(
        count: 40, ipLength: length, pace: .apart(max(.milliseconds(1), asked.sending(ipLength: length).times(2))),
        patience: asked.longestTravel + asked.sending(ipLength: length) + Self.slack)
      steps.append(VerificationStep(kind: .mtu, order: order))
    }
  }

  private mutating func planNames() {
    if conditions.dnsDelay > .zero, !asked.losesAll { planTravel(.names) }
    if conditions.dnsLoss != .never { planFates(.nameFates) }
  }
}
