import Streams

internal import Dissection
internal import Wire

/// The pauses between packets, in nanoseconds.
struct Pauses {
  /// Shorter pauses make no difference to a server.
  private static let shortest: Int64 = 100_000_000

  let lengths: [Int64]
  var count: Int { lengths.count }

  init(between packets: [PacketMark]) {
    lengths = zip(packets, packets.dropFirst()).map { $1.timestamp - $0.timestamp }
  }

  /// Whether the pauses look like backoff: the longest is at least half as long again as the shortest. With jitter, a
  /// later pause can be shorter than an earlier one, and with a cap, the last ones are equal. Regular pauses, or
  /// none, are not backoff.
  var grow: Bool {
    guard let longest = lengths.max(), let least = lengths.min(), longest >= Self.shortest else { return false }
    return longest >= least + least / 2
  }
}
