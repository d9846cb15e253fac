import DequeModule
import VirtualLink

/// The latest frames of a link, as seen at both ends, up to a limit.
struct FrameRing {
  /// A batch, and the number of its first frame.
  struct Piece {
    var first: Int
    var batch: FrameBatch
  }

  /// The approximate size of an entry without its bytes.
  private static let entryCost = 192
  private let capacity: Int
  private var cost = 0
  private(set) var pieces: Deque<Piece> = []
  /// The number of frames so far, and how many of them have been dropped.
  private(set) var count = 0
  private(set) var dropped = 0

  /// - Parameter capacity: the limit in bytes.
  init(capacity: Int) {
    self.capacity = capacity
  }

  mutating func append(_ batch: FrameBatch) {
    pieces.append(Piece(first: count + 1, batch: batch))
    count += batch.entries.count
    cost += Self.cost(of: batch)
    while cost > capacity, pieces.count > 1 {
      let oldest = pieces.removeFirst()
      cost -= Self.cost(of: oldest.batch)
      dropped += oldest.batch.entries.count
    }
  }

  /// The pieces with frames after a number.
  func pieces(after number: Int) -> [Piece] {
    pieces.filter { $0.first + $0.batch.entries.count - 1 > number }
  }

  private static func cost(of batch: FrameBatch) -> Int {
    batch.bytes.count + (batch.entries.count + batch.notes.count) * entryCost
  }
}

extension FrameRing.Piece {
  /// How many of its entries have numbers up to this one.
  func countUpTo(_ number: Int) -> Int {
    min(max(0, number - first + 1), batch.entries.count)
  }
}
