import ArgumentParser
import Dissection
import Glibc
import TextOutput

/// A part of a suite for one of several machines: `2/5` is the second of five.
struct Shard: ExpressibleByArgument, Equatable {
  var number: Int
  var count: Int

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1] else { return nil }
    self.init(number: number, count: count)
  }

  init?(number: Int, count: Int) {
    guard count >= 1, count <= 10_000, (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// The environment variables for the number and the count of shards, and the first number.
  private typealias Variables = (number: String, count: String, first: Int)

  /// Headwind's own. Whoever sets them asks for a shard.
  private static let own: [Variables] = [("HEADWIND_SHARD_INDEX", "HEADWIND_SHARD_COUNT", 0)]

  /// Those of indexed jobs of Kubernetes, GitLab, CircleCI, Buildkite and Azure Pipelines. They are set for jobs of any kind.
  private static let ofSystems: [Variables] = [
    ("JOB_COMPLETION_INDEX", "JOB_COMPLETIONS", 0),
    ("CI_NODE_INDEX", "CI_NODE_TOTAL", 1), ("CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0),
    ("BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0),
    ("SYSTEM_JOBPOSITIONINPHASE", "SYSTEM_TOTALJOBSINPHASE", 1),
  ]

  /// The shard that Headwind's own variables define, or nil.
  /// - Throws: a failure if they are contradictory. Otherwise each of many machines would run the whole suite.
  static func fromOwnVariables() throws -> Shard? {
    try fromEnvironment(own)
  }

  /// The shard that the environment defines, for `--shard auto`.
  /// - Throws: a failure if it defines none, or a contradictory one.
  static func automatic() throws -> Shard {
    if let shard = try fromEnvironment(own + ofSystems) { return shard }
    // A job of GitLab that is alone has a total and no index.
    if let count = (own + ofSystems).lazy.compactMap({ text($0.count) }).first, count == "1",
      let whole = Shard(number: 1, count: 1)
    {
      return whole
    }
    throw Failure(
      "--shard auto: no variable of the environment says which shard this is",
      remedy: """
        set \(own[0].number) (from 0) and \(own[0].count), or write --shard I/N; these are read as well: \
        \(ofSystems.map(\.number).joined(separator: ", "))
        """, status: ExitStatus.usage)
  }

  private static func fromEnvironment(_ variables: [Variables]) throws -> Shard? {
    for (number, count, first) in variables {
      guard let index = text(number) else { continue }
      let remedy: PrintableText = "set \(count) to the number of shards, or use --shard 1/1 to run all scenarios"
      guard let total = text(count) else {
        throw Failure("\(number) is \(index), but \(count) is not set", remedy: remedy, status: ExitStatus.usage)
      }
      guard let place = Int(index), let count = Int(total), let shard = Shard(number: place &- first &+ 1, count: count)
      else {
        throw Failure("\(number)=\(index) of \(total) is not a valid shard", remedy: remedy, status: ExitStatus.usage)
      }
      if shard.count > 1 { Headwind.say("headwind: running shard \(shard.number)/\(shard.count), from \(number)") }
      return shard
    }
    return nil
  }

  private static func text(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// The value of `--shard`.
enum ShardOption: ExpressibleByArgument, Equatable {
  case shard(Shard)
  /// What the CI system or the cluster says by its environment variables.
  case auto

  init?(argument: String) {
    if argument == "auto" {
      self = .auto
    } else {
      guard let shard = Shard(argument: argument) else { return nil }
      self = .shard(shard)
    }
  }
}
