import Streams

/// Which packets brought the latest bytes of a stream, by their offsets.
struct PacketTrail {
  struct Entry {
    /// Where the packet's bytes begin and end.
    var range: Range<Int64>
    var packet: PacketMark
    /// The packet that made them deliverable.
    var now: PacketMark
    /// Up to where the sender had acknowledged the other direction.
    var acknowledged: Int64
    var isFromBeginning: Bool
  }

  /// The most packets that are remembered. A record or a frame comes in fewer.
  private static let most = 4096

  private var entries: [Entry] = []
  /// The entries before it were given up.
  private var first = 0

  var heldBytes: Int { entries.capacity * MemoryLayout<Entry>.stride }
  var last: Entry? { first < entries.count ? entries.last : nil }

  mutating func append(_ count: Int, _ piece: StreamPiece) {
    entries.append(
      Entry(
        range: piece.offset..<piece.offset + Int64(count), packet: piece.packet, now: piece.now,
        acknowledged: piece.acknowledged, isFromBeginning: piece.isFromBeginning))
    if entries.count - first > Self.most { first += 1 }
    compact()
  }

  /// Forgets what comes before an offset.
  mutating func forget(before offset: Int64) {
    while first < entries.count, entries[first].range.upperBound <= offset { first += 1 }
    compact()
  }

  /// The packet with the byte at an offset; the nearest one that is remembered if that one is not.
  func entry(at offset: Int64) -> Entry? {
    var (low, high) = (first, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < entries.count ? entries[low] : last
  }

  private mutating func compact() {
    guard first > 64, first > entries.count / 2 else { return }
    entries.removeFirst(first)
    first = 0
  }
}
