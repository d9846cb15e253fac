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

  /// Every `count`th element, beginning with the `number`th, because neighbouring scenarios take similar times.
  func share<Element>(of elements: [Element]) -> [Element] {
    elements.enumerated().filter { $0.offset % count == number - 1 }.map(\.element)
  }

  /// The environment variables for the number and the count of shards, and the first number: Headwind's own, and
  /// those of indexed jobs of Kubernetes, GitLab, CircleCI, Buildkite and Azure Pipelines.
  private static let variables: [(number: String, count: String, first: Int)] = [
    ("HEADWIND_SHARD_INDEX", "HEADWIND_SHARD_COUNT", 0), ("JOB_COMPLETION_INDEX", "JOB_COMPLETIONS", 0),
    ("CI_NODE_INDEX", "CI_NODE_TOTAL", 1), ("CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0),
    ("BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0),
    ("SYSTEM_JOBPOSITIONINPHASE", "SYSTEM_TOTALJOBSINPHASE", 1),
  ]

  /// The shard that the environment defines.
  /// - Parameter isTold: whether the user is told of it.
  /// - Throws: a failure if the variables are contradictory. Otherwise each of many machines would run the whole
  ///   suite.
  static func fromEnvironment(isTold: Bool = true) throws -> Shard? {
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
      if shard.count > 1, isTold {
        Headwind.say("headwind: running shard \(shard.number)/\(shard.count), from \(number)")
      }
      return shard
    }
    return nil
  }

  private static func text(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
