import Streams

internal import Dissection
internal import Wire

/// The pauses between packets, in nanoseconds, judged as a series.
struct Pauses {
  /// Shorter pauses make no difference to a server.
  private static let shortest: Int64 = 100_000_000

  let lengths: [Int64]
  var count: Int { lengths.count }

  init(between packets: [PacketMark]) {
    lengths = zip(packets, packets.dropFirst()).map { $1.timestamp - $0.timestamp }
  }

  /// Why the series is no backoff; nil if it is, or is too short to be one.
  ///
  /// Backoff grows, or varies at random (jitter), or both; a cap makes the last pauses equal. With jitter, a later pause can be shorter
  /// than an earlier one, so the later half of the series is compared with the earlier one.
  var flaw: String? {
    guard count > 1, let longest = lengths.max(), let least = lengths.min() else { return nil }
    let later = Array(lengths.suffix(count - count / 2))
    let (before, after) = (Self.mean(lengths.prefix(count / 2)), Self.mean(later[...]))
    if after < Self.shortest {
      return "the later half are \(Seconds.text(after)) on average, too short to relieve a server"
    }
    if after < before / 2 {
      return "they shrink, from \(Seconds.text(before)) to \(Seconds.text(after)) on average"
    }
    if longest < least + least / 2 { return "they neither grow nor vary" }
    let top = later.max() ?? 0
    let isRegular = later.count > 1 && top <= (later.min() ?? 0) / 10 * 11
    if isRegular, longest > top + top / 2 { return "the later ones are regular, and shorter than those before" }
    return nil
  }

  private static func mean(_ lengths: ArraySlice<Int64>) -> Int64 {
    lengths.isEmpty ? 0 : lengths.reduce(0, +) / Int64(lengths.count)
  }
}
