import Resilience

/// The selected scenarios of a suite, and the part of them that this command runs.
struct SuiteShare {
  /// All selected scenarios, in the order of their suite.
  var whole: [SuiteEntry]
  /// The digest of the files that they are from.
  var digest: String
  /// Nil for all of them.
  var shard: Shard?
  var division: ShardDivision?

  /// The scenarios that are run here.
  var entries: [SuiteEntry] {
    guard let shard, let division else { return whole }
    return whole.indices.filter { division.shards[$0] == shard.number }.map { whole[$0] }
  }

  /// As reports have it.
  var part: SuiteReport.Part? {
    shard.map { SuiteReport.Part(number: $0.number, of: $0.count) }
  }
}
