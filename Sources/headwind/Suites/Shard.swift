import ArgumentParser
import Glibc

/// A share of a suite: `2/5` is the second of five.
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

  /// Every `count`th, from the `number`th on: neighbours in a suite take alike long.
  func share<Element>(of elements: [Element]) -> [Element] {
    elements.enumerated().filter { $0.offset % count == number - 1 }.map(\.element)
  }

  /// What the environment says where it is one of many alike: an indexed job of Kubernetes (counted from 0), a matrix of GitLab,
  /// CircleCI, Buildkite or Azure Pipelines.
  static func fromEnvironment() -> Shard? {
    let variables: [(number: String, count: String, first: Int)] = [
      ("HEADWIND_SHARD_INDEX", "HEADWIND_SHARD_COUNT", 0), ("JOB_COMPLETION_INDEX", "JOB_COMPLETIONS", 0),
      ("CI_NODE_INDEX", "CI_NODE_TOTAL", 1), ("CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0),
      ("BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0),
      ("SYSTEM_JOBPOSITIONINPHASE", "SYSTEM_TOTALJOBSINPHASE", 1),
    ]
    for (number, count, first) in variables {
      if let index = integer(number), let total = integer(count) {
        return Shard(number: index - first + 1, count: total)
      }
    }
    return nil
  }

  private static func integer(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }
}
