import Streams

internal import Dissection
internal import Wire

/// The pauses between packets, in nanoseconds.
struct Pauses {
  /// What is shorter is no pause to a server.
  private static let shortest: Int64 = 100_000_000

  let lengths: [Int64]
  var count: Int { lengths.count }

  init(between packets: [PacketMark]) {
    lengths = zip(packets, packets.dropFirst()).map { $1.timestamp - $0.timestamp }
  }

  /// Whether they are such as of somebody who backs off: the longest is half as long again as the shortest at least. Jitter may make a later
  /// one shorter than an earlier, and a cap makes the last ones alike; regular pauses, and none, are neither.
  var grow: Bool {
    guard let longest = lengths.max(), let least = lengths.min(), longest >= Self.shortest else { return false }
    return longest >= least + least / 2
  }
}
