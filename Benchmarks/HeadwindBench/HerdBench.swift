import Herd

/// How long a million clients take on one core, without and with a limit of the service's capacity.
enum HerdBench {
  static let title = "herd"
  /// Seconds.
  private static let (target, sharedTarget) = (5.0, 30.0)

  /// Prints a row for each; false if one takes too long.
  static func run() throws -> Bool {
    let model = try HerdModel(.fullJitter)
    let capacity = HerdPlan.Capacity(rate: 50_000, longestWait: 1)
    return measure("herd, a million clients", model, nil, target)
      && measure("herd, a million clients of a slow service", model, capacity, sharedTarget)
  }

  private static func measure(_ title: String, _ model: HerdModel, _ capacity: HerdPlan.Capacity?, _ target: Double)
    -> Bool
  {
    let plan = HerdPlan(
      clients: 1_000_000, period: 30, outage: .blackHole, duration: 60, capacity: capacity, after: 120)
    let began = ContinuousClock.now
    let curves = HerdSimulation(model, plan).run()
    let parts = (ContinuousClock.now - began).components
    let seconds = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
    say(
      Row(
        title: title, ours: "\(seconds.rounded(to: 2)) s", peer: "", ratio: "", target: "\(target.rounded(to: 0)) s",
        isReached: seconds <= target, isEqual: nil, notes: "\(curves.begun) uses of full jitter in 190 s"
      ).text)
    return seconds <= target
  }
}
