internal import TextOutput

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
  /// The version of the client, as whoever ran the suite named it.
  public var clientVersion: String?
  /// The part of the suite that was run, or nil for all of it.
  public var shard: Part?
  /// What the whole run was to consist of; nil in reports of older versions, and of several clients.
  public var outline: SuiteOutline?
  /// What a merged report lacks: "shard 2 of 3 is missing", "shard 1 of 3 was interrupted". Nil if it lacks nothing.
  public var shortfalls: [String]?

  /// One of several parts of a suite.
  public struct Part: Sendable, Codable, Hashable {
    /// From 1.
    public var number: Int
    public var count: Int

    public init(number: Int, of count: Int) {
      (self.number, self.count) = (number, count)
    }
  }

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

  /// Why it is not complete, as words; nil if it is.
  var incompleteness: String? {
    isComplete ? nil : shortfallWords ?? "interrupted"
  }

  /// What is missing, in one line. The words come from a file.
  private var shortfallWords: String? {
    shortfalls.map { PrintableText(escaping: $0.joined(separator: "; ")).text }
  }

  /// `12 scenarios: 11 passed, 1 failed`.
  public var summary: String {
    let kinds: [(Verdict.Kind, String)] = [
      (.pass, "passed"), (.fail, "failed"), (.warn, "with warnings"), (.notApplicable, "not applicable"),
      (.inconclusive, "inconclusive"), (.error, "could not be judged"),
    ]
    let parts = kinds.compactMap { kind, words in counts[kind.rawValue].map { "\($0) \(words)" } }
    let total = scenarios.count
    return
      "\(total) \(total == 1 ? "scenario" : "scenarios"): \(parts.isEmpty ? "none" : parts.joined(separator: ", "))"
      + (shortfallWords.map { "; \($0)" } ?? "")
  }
}
