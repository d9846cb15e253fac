import Glibc
import LinkConditions
import Statistics
public import VirtualLink

/// Measures links on this machine. Each step has its own link, so that earlier steps cannot disturb it.
///
/// Call it where this process may create namespaces (`Privilege.obtain`).
public struct Verifier: Sendable {
  public var request: EngineRequest
  public var effort: VerificationEffort
  public var seed: UInt64
  /// Called with the name of each case before it is measured.
  public var progress: @Sendable (String) -> Void

  public init(
    request: EngineRequest = .auto, effort: VerificationEffort = .thorough, seed: UInt64 = 1,
    progress: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.request = request
    self.effort = effort
    self.seed = seed
    self.progress = progress
  }

  /// Measures a pair of interfaces without a link, and then all cases.
  /// - Throws: `LinkError` if no links can be made here, or if the engine that was asked for is not available.
  public func verify(_ cases: [VerificationCase], isStandard: Bool) throws -> VerificationReport {
    let start = VerificationClock.now
    progress("bare interfaces")
    var report = VerificationReport(
      kernel: VerificationMachine.kernel, processors: VerificationMachine.processors, control: try control())
    for item in cases {
      progress(item.profile.name)
      if let result = try verify(item, mayBeImpossible: isStandard, report.control) { report.cases.append(result) }
    }
    report.seconds = VerificationClock.now - start
    return report
  }

  /// Measures the same probes without a link.
  private func control() throws -> VerificationReport.Control {
    let path = try ProbePath.bare()
    let trips = try path.run(
      ProbeOrder(count: effort.trips, pace: .apart(.milliseconds(3)), patience: .milliseconds(50)))
    let delays = Quantiles(DelayChecks.delays(trips, above: -.infinity))
    let many = try path.run(
      ProbeOrder(
        count: effort.fates, ipLength: ProbeOrder.leastLength, pace: .steady(50_000), patience: .milliseconds(50)))
    let times = many.arrivals.map(\.time)
    let elapsed = Double((times.max() ?? 0) - (times.min() ?? 0)) / 1e9
    return VerificationReport.Control(
      delayMedian: delays.median, delayP99: delays[0.99],
      lost: many.sent.count - Set(many.arrivals.map(\.number)).count,
      packets: many.sent.count, rate: elapsed > 0 ? Double(times.count) / elapsed : 0)
  }

  /// Returns nil for a standard case that the chosen engine cannot do.
  private func verify(
    _ item: VerificationCase, mayBeImpossible: Bool, _ control: VerificationReport.Control
  ) throws -> VerificationReport.Case? {
    var profile = item.profile
    for direction in [LinkDirection.uplink, .downlink] {
      profile[direction] = profile[direction].settled(after: profile[direction].rampDuration)
      profile[direction].dropped = .none
    }
    let timeline = Timeline(first: profile)
    if mayBeImpossible, request == .netem, let obstacle = timeline.netemObstacles.first {
      return VerificationReport.Case(
        name: profile.name, engine: "netem", checks: [], notMeasured: ["netem cannot \(obstacle.description)"])
    }
    let decision = try EngineDecision.make(request, for: timeline)
    var result = VerificationReport.Case(
      name: profile.name, engine: decision.description, checks: [], notMeasured: [])
    if !item.profile.selections.isEmpty { result.notMeasured.append("selections; all other traffic is measured") }
    for direction in item.directions {
      let asked = AskedConditions(conditions: profile[direction], engine: decision.kind)
      let original = AskedConditions(conditions: item.profile[direction], engine: decision.kind)
      let plan = DirectionPlan(asked, effort, isNarrow: item.isNarrow, direction: direction)
      let notes = DirectionPlan(original, effort, isNarrow: item.isNarrow, direction: direction).notMeasured
      result.notMeasured += notes.map { "\(direction.name): \($0)" }
      for step in plan.steps {
        let measuring = StepMeasuring(
          step: step, asked: asked, direction: direction, timeline: timeline, engine: decision.kind, control: control,
          isNarrow: item.isNarrow)
        try measuring.run(seed: seed, for: &result)
      }
    }
    return result
  }
}

/// Seconds on the monotonic clock.
enum VerificationClock {
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Facts about the machine for a report.
enum VerificationMachine {
  /// `Linux 6.12.0`.
  static var kernel: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "Linux" }
    return "Linux " + withUnsafeBytes(of: names.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  static var processors: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
}
