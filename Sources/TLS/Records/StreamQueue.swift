import RecordCiphers

/// The bytes of one direction that were not read yet, and the gaps between them.
struct StreamQueue {
  struct Gap {
    /// The byte that it stands before.
    var index: Int
    var count: Int64
  }

  /// What a gap counts for, in bytes of memory.
  private static let gapCost = 16

  var bytes: [UInt8] = []
  var gaps: [Gap] = []

  var isEmpty: Bool { bytes.isEmpty && gaps.isEmpty }
  var cost: Int { bytes.count + gaps.count * Self.gapCost }

  mutating func append(_ new: Span<UInt8>) {
    bytes.append(copying: new)
  }

  mutating func appendGap(_ count: Int64) {
    if let last = gaps.last, last.index == bytes.count {
      gaps[gaps.count - 1].count += count
    } else {
      gaps.append(Gap(index: bytes.count, count: count))
    }
  }

  /// Takes away what was read.
  mutating func remove(_ count: Int, gaps passed: Int) {
    if passed > 0 { gaps.removeFirst(passed) }
    guard count > 0 else { return }
    if count == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
    } else {
      bytes.removeFirst(count)
    }
    for index in gaps.indices { gaps[index].index -= count }
  }
}
