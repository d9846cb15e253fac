/// How long scenarios take, for dividing a suite: as long as they took in an earlier run, or else as long as they may.
public struct ScenarioTimes: Sendable {
  /// The least and the longest time that is believed, in milliseconds. A report may name any number as a time.
  private static let range = 10...3_600_000

  /// The mean time of the scenarios that were measured, in milliseconds, by their IDs.
  private let measured: [String: Int]
  private let median: Int?

  /// - Parameter reports: the reports of earlier runs; empty if there are none.
  public init(measuredBy reports: [SuiteReport]) {
    var times: [String: [Int]] = [:]
    for scenario in reports.flatMap(\.scenarios) {
      guard let time = scenario.took ?? scenario.client?.duration else { continue }
      times[scenario.id, default: []].append(Self.milliseconds(time))
    }
    measured = times.mapValues { $0.reduce(0, +) / $0.count }
    let all = measured.values.sorted()
    median = all.isEmpty ? nil : all[all.count / 2]
  }

  /// The time of a scenario in milliseconds: what was measured, or what scenarios usually took. If nothing was measured, its deadline.
  /// - Parameter deadline: the deadline in seconds of scenarios without one of their own.
  public func time(of scenario: Scenario, deadline: Int) -> Int {
    measured[scenario.id] ?? median ?? (scenario.deadline ?? deadline) * 1000
  }

  private static func milliseconds(_ seconds: Double) -> Int {
    guard seconds.isFinite else { return range.upperBound }
    return Int(min(max(seconds * 1000, Double(range.lowerBound)), Double(range.upperBound)))
  }
}
