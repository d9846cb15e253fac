import LinkConditions
import VirtualLink

/// Carries out one step, and once more if it was out of bounds: of a hundred true statements at 99 %, one is found false.
struct StepMeasuring {
  let step: VerificationStep
  let asked: AskedConditions
  let direction: LinkDirection
  let timeline: Timeline
  let engine: EngineKind
  let control: VerificationReport.Control
  let isNarrow: Bool

  func checks(seed: UInt64) throws -> [VerificationCheck] {
    var checks = try measure(step.order, RunSeed(seed))
    guard !checks.allSatisfy(\.isWithin) else { return checks }
    var order = step.order
    // A machine that missed frames gets fewer at a time.
    if step.kind == .fates, case .steady(let rate) = order.pace { order.pace = .steady(rate / 2) }
    let again = try measure(order, RunSeed(seed &+ 1))
    // What is plotted and shown is the second time as a whole, not the better of each.
    checks = again
    for index in checks.indices { checks[index].attempts = 2 }
    return checks
  }

  private func measure(_ order: ProbeOrder, _ seed: RunSeed) throws -> [VerificationCheck] {
    let link = try Link(kind: .privateLink, timeline: timeline, seed: seed, engine: engine)
    defer { link.stop() }
    let record = try ProbePath(link.topology, direction).run(order)
    switch step.kind {
    case .travel, .names:
      return DelayChecks(asked: asked, direction: direction, control: control, isDNSQuery: step.kind == .names)
        .checks(record)
    case .fates, .nameFates:
      return FateChecks(
        asked: asked, direction: direction, isDNSQuery: step.kind == .nameFates, isNarrow: isNarrow
      ).checks(record)
    case .rate:
      return RateChecks(asked: asked, direction: direction).checks(record)
    case .mtu:
      return [MTUCheck(mtu: Int(asked.conditions.mtu?.bytes ?? 0), direction: direction).check(record)]
    }
  }
}
