/// The complete result of a suite's run, from which all report formats are written and which can be merged.
public struct SuiteReport: Sendable, Codable {
  public static let format = "headwind-report"
  public static let currentVersion = 1

  /// The file's format and version.
  public var format = Self.format
  public var version = Self.currentVersion
  /// The client's command, as it was given.
  public var client: [String]
  /// When the run began, in seconds since the Unix epoch, and how long it took, in seconds.
  public var started: Double
  public var duration: Double
  public var seed: UInt64
  /// Whether all scenarios were run. A signal can end a suite early.
  public var isComplete: Bool
  public var scenarios: [ScenarioReport]

  public init(
    client: [String], started: Double, duration: Double, seed: UInt64, isComplete: Bool, scenarios: [ScenarioReport]
  ) {
    self.client = client
    self.started = started
    self.duration = duration
    self.seed = seed
    self.isComplete = isComplete
    self.scenarios = scenarios
  }

  /// How many scenarios have each verdict, by the raw values of `Verdict.Kind`.
  public var counts: [String: Int] {
    Dictionary(scenarios.map { ($0.kind, 1) }, uniquingKeysWith: +)
  }

  /// `12 scenarios: 11 passed, 1 failed`.
  public var summary: String {
    let kinds: [(Verdict.Kind, String)] = [
      (.pass, "passed"), (.fail, "failed"), (.warn, "with warnings"), (.notApplicable, "not applicable"),
      (.error, "could not be judged"),
    ]
    let parts = kinds.compactMap { kind, words in counts[kind.rawValue].map { "\($0) \(words)" } }
    let total = scenarios.count
    return
      "\(total) \(total == 1 ? "scenario" : "scenarios"): \(parts.isEmpty ? "none" : parts.joined(separator: ", "))"
  }
}
