import DequeModule
import VirtualLink

/// The latest frames of a link, as both its ends saw them, within a bound.
struct FrameRing {
  /// A batch, and the number of its first frame.
  struct Piece {
    var first: Int
    var batch: FrameBatch
  }

  /// What an entry takes besides its bytes, about.
  private static let entryCost = 192
  private let capacity: Int
  private var cost = 0
  private(set) var pieces: Deque<Piece> = []
  /// How many frames there were in all, and how many of them have been dropped.
  private(set) var count = 0
  private(set) var dropped = 0

  /// - Parameter capacity: the most that is held, in bytes.
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

  /// The pieces that have frames after a number.
  func pieces(after number: Int) -> [Piece] {
    pieces.filter { $0.first + $0.batch.entries.count - 1 > number }
  }

  private static func cost(of batch: FrameBatch) -> Int {
    batch.bytes.count + batch.entries.count * entryCost
  }
}

extension FrameRing.Piece {
  /// How many of its entries are up to a number.
  func countUpTo(_ number: Int) -> Int {
    min(max(0, number - first + 1), batch.entries.count)
  }
}
