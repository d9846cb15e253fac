import LinkConditions
import Testing
import VirtualLink

@testable import Verification

@Suite struct PlanTests {
  private func plan(_ conditions: DirectionConditions, _ direction: LinkDirection = .uplink) -> DirectionPlan {
    DirectionPlan(
      AskedConditions(conditions: conditions, engine: .userspace), .thorough, isNarrow: false, direction: direction)
  }

  @Test func aBlackHoleIsAskedOnlyWhetherAllIsLost() {
    let conditions = DirectionConditions(delay: .milliseconds(10), loss: .random(CorrelatedProbability(.always)))
    #expect(plan(conditions).steps.map(\.kind) == [.fates])
  }

  @Test func packetsOnASlowLinkDoNotWaitForEachOther() throws {
    var conditions = DirectionConditions(bandwidth: .kilobits(32), delay: .milliseconds(100), jitter: .milliseconds(10))
    conditions.mtu = MTULimit(bytes: 576)
    let plan = plan(conditions)
    #expect(plan.steps.map(\.kind) == [.travel, .fates, .rate, .mtu, .mtu])
    guard case .apart(let spacing) = plan.steps[0].order.pace else {
      Issue.record("delays are measured one by one")
      return
    }
    // 60 bytes take 15 ms, and jitter moves two of them by 20 ms.
    #expect(spacing >= .milliseconds(35))
    #expect(plan.notMeasured.contains { $0.contains("jitter") })
  }

  @Test func saysWhatCannotBeToldFromOutside() {
    var conditions = DirectionConditions(delay: .milliseconds(10))
    conditions.slots = Slots(spacing: .uniform(.milliseconds(10), .milliseconds(20)))
    conditions.dropped = PacketNumbers([3...4])
    conditions.delayRamp = Ramp(to: .milliseconds(50), over: .seconds(3))
    let plan = plan(conditions)
    #expect(!plan.steps.contains { $0.kind == .travel })
    #expect(plan.notMeasured.count == 3)
  }

  @Test func namesAreMeasuredUpwards() {
    var conditions = DirectionConditions.clean
    conditions.dnsDelay = .milliseconds(200)
    conditions.dnsLoss = Probability(percent: 10) ?? .never
    #expect(plan(conditions).steps.map(\.kind).suffix(2) == [.names, .nameFates])
    #expect(!plan(conditions, .downlink).steps.contains { $0.kind == .names })
  }

  @Test func theStandardSetHasEachCondition() {
    let all = StandardConditions.all
    #expect(all.count == 19)
    for item in all {
      let plan = DirectionPlan(
        AskedConditions(conditions: item.profile.uplink, engine: .userspace), .thorough, isNarrow: true,
        direction: .uplink)
      #expect(!plan.steps.isEmpty, "\(item.profile.name)")
    }
  }
}
