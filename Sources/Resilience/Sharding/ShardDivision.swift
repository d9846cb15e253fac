/// A division of a suite's scenarios into shards that take about the same time.
///
/// The longest scenario goes first, each to the shard that has least to do so far (Graham, "Bounds on Multiprocessing Timing Anomalies",
/// 1969): no shard takes more than 4/3 of the shortest time that is possible. Times are whole milliseconds and ties are decided by the order of the
/// suite, so all machines that divide the same suite by the same times come to the same division.
public struct ShardDivision: Sendable, Hashable {
  /// The number of the shard of each scenario, from 1, in the order of the suite.
  public let shards: [Int]
  /// How long each shard takes if nothing runs in parallel, in milliseconds.
  public let loads: [Int]

  /// Divides scenarios.
  /// - Parameters:
  ///   - times: how long each scenario takes, in milliseconds.
  ///   - count: how many shards there are, at least 1.
  public init(times: [Int], count: Int) {
    var shards = times.map { _ in 1 }
    var loads = Array(repeating: 0, count: max(1, count))
    let order = times.indices.sorted { (-times[$0], $0) < (-times[$1], $1) }
    for index in order {
      let least = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
      shards[index] = least + 1
      loads[least] += times[index]
    }
    self.shards = shards
    self.loads = loads
  }
}
