import Dissection
import Wire

/// Keeps the latest frames of a source that cannot be read twice, up to a limit.
struct FrameKeeper {
  private static let limit = 64 << 20
  private var frames: [(frame: Frame, bytes: [UInt8])] = []
  private var dropped = 0
  private var cost = 0

  mutating func keep(_ frame: Frame, _ bytes: Span<UInt8>) {
    frames.append((frame, bytes.withUnsafeBufferPointer { Array($0) }))
    cost += bytes.count
    while cost > Self.limit, dropped < frames.count {
      cost -= frames[dropped].bytes.count
      frames[dropped].bytes = []
      dropped += 1
    }
    // Remove dropped frames only occasionally, because that moves all others.
    if dropped > 4096, dropped > frames.count / 2 {
      frames.removeFirst(dropped)
      dropped = 0
    }
  }

  /// The frames with these numbers that are still available.
  func frames(_ numbers: Set<Int>) -> [(frame: Frame, bytes: [UInt8])] {
    frames.dropFirst(dropped).filter { numbers.contains($0.frame.number) }
  }
}
