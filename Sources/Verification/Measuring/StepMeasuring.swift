import LinkConditions
import VirtualLink

/// Runs one step, and repeats it if a result is out of bounds: at 99 %, one in a hundred correct values is out of
/// bounds by chance.
struct StepMeasuring {
  let step: VerificationStep
  let asked: AskedConditions
  let direction: LinkDirection
  let timeline: Timeline
  let engine: EngineKind
  let control: VerificationReport.Control
  let isNarrow: Bool

  /// Adds the checks of the step to a case.
  func run(seed: UInt64, for result: inout VerificationReport.Case) throws {
    var (checks, statistics) = try measure(step.order, RunSeed(seed))
    guard !checks.allSatisfy(\.isWithin) else {
      result.checks += checks
      return result.note(statistics)
    }
    var order = step.order
    // If the machine missed frames, send more slowly.
    if step.kind == .fates, case .steady(let rate) = order.pace { order.pace = .steady(rate / 2) }
    // Report the second run as a whole, not the better result of each check.
    (checks, statistics) = try measure(order, RunSeed(seed &+ 1))
    for index in checks.indices { checks[index].attempts = 2 }
    result.checks += checks
    result.note(statistics)
  }

  private func measure(_ order: ProbeOrder, _ seed: RunSeed) throws -> ([VerificationCheck], LinkStatistics) {
    let link = try Link(kind: .privateLink, timeline: timeline, seed: seed, engine: engine)
    defer { link.stop() }
    let record = try ProbePath(link.topology, direction).run(order)
    return (checks(record), try link.statistics())
  }

  private func checks(_ record: ProbeRecord) -> [VerificationCheck] {
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
