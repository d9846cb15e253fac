internal import Cryptography

/// What a run was to consist of, so that a report can tell whether anything is missing.
public struct SuiteOutline: Sendable, Codable, Hashable {
  /// The IDs of all chosen scenarios, in the order of the suite.
  public var scenarios: [String]
  /// The number of the shard that runs each of them, from 1; nil if the suite is not divided.
  public var shards: [Int]?
  /// How many times each scenario is run.
  public var repeats: Int
  /// The client's deadline in seconds, for scenarios without one of their own.
  public var deadline: Int
  /// A digest of the suite's files, in hexadecimal digits.
  public var digest: String
  /// The words of the command line that choose the suite, and those that name the client.
  public var arguments: [String]
  public var clientWords: [String]

  public init(
    scenarios: [String], shards: [Int]?, repeats: Int, deadline: Int, digest: String, arguments: [String],
    clientWords: [String]
  ) {
    self.scenarios = scenarios
    self.shards = shards
    self.repeats = repeats
    self.deadline = deadline
    self.digest = digest
    self.arguments = arguments
    self.clientWords = clientWords
  }

  /// The digest of a suite's files: SHA-256 of the lengths and the bytes of all.
  public static func digest(of files: [[UInt8]]) -> String {
    let bytes = files.flatMap { Array("\($0.count):".utf8) + $0 }
    return Digest.sha256(bytes).map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count < 2 ? "0" + digits : digits
    }.joined()
  }

  /// The seed of runs that are given none: all machines that run shards of the same suite have the same one.
  public var usualSeed: UInt64 {
    UInt64(digest.prefix(8), radix: 16) ?? 0
  }

  /// More repetitions of scenarios than any suite has.
  private static let mostTasks = 5_000_000

  /// How many shards there are.
  var shardCount: Int { max(1, shards?.max() ?? 1) }

  /// The repetitions of scenarios that belong to a shard.
  func tasks(ofShard number: Int) -> [Task] {
    scenarios.indices.filter { shards?[$0] ?? 1 == number }.flatMap { index in
      (1...repeats).map { Task(id: scenarios[index], turn: $0) }
    }
  }

  /// One repetition of a scenario.
  struct Task: Hashable {
    var id: String
    var turn: Int

    /// As titles in reports have it.
    var words: String { turn > 1 ? "\(id) (\(turn))" : id }
  }

  /// What makes the outline of a file unusable, or nil.
  var fault: String? {
    if let id = scenarios.first(where: { !Scenario.isID($0) }) { return "'\(id)' is not a scenario ID" }
    if Set(scenarios).count != scenarios.count { return "a scenario is twice in the suite" }
    guard (1...1000).contains(repeats), scenarios.count <= Self.mostTasks / repeats else {
      return "the suite has \(scenarios.count) scenarios, \(repeats) times each"
    }
    guard let shards else { return nil }
    guard shards.count == scenarios.count else { return "the suite is not divided as it says" }
    return shards.allSatisfy((1...10_000).contains) ? nil : "a shard of the suite has no valid number"
  }

  /// What differs between the outlines of two parts that claim to be of the same suite, as words; nil if nothing does.
  func difference(from other: SuiteOutline) -> String? {
    if scenarios != other.scenarios {
      let (own, others) = (Set(scenarios), Set(other.scenarios))
      let only = scenarios.filter { !others.contains($0) } + other.scenarios.filter { !own.contains($0) }
      return only.isEmpty
        ? "the scenarios are in another order" : "only one of them has \(ReportGap.list(only))"
    }
    if digest != other.digest { return "their files are not the same" }
    if repeats != other.repeats {
      return "one repeats each scenario \(repeats) times, the other \(other.repeats) times"
    }
    if deadline != other.deadline { return "the deadline is \(deadline) s in one and \(other.deadline) s in the other" }
    if clientWords != other.clientWords { return "the client is started in different ways" }
    return nil
  }
}
