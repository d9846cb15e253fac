import DequeModule
import Wire

/// The segments of one direction that wait for earlier ones: sorted, without overlap, first copy kept.
package struct PendingSegments {
  private var segments: Deque<PendingSegment> = []
  /// What they cost in memory.
  package private(set) var cost = 0

  package init() {}

  package var isEmpty: Bool { segments.isEmpty }
  package var count: Int { segments.count }
  package var first: PendingSegment? { segments.first }
  /// Where the first of them begins.
  package var start: Int64? { segments.first?.offset }

  /// Keeps the bytes that are not there yet, and returns how many were there already with other content.
  package mutating func insert(_ bytes: Span<UInt8>, like shape: PendingSegment) -> Int64 {
    let end = shape.offset + Int64(bytes.count)
    var cursor = shape.offset
    var conflicts: Int64 = 0
    var index = firstIndex(endingAfter: cursor)
    while cursor < end {
      if index < segments.count, segments[index].offset <= cursor {
        let stop = min(end, segments[index].end)
        let first = Int(cursor - segments[index].offset)
        for position in 0..<Int(max(0, stop - cursor))
        where segments[index].bytes[first + position] != bytes[Int(cursor - shape.offset) + position] {
          conflicts += 1
        }
        cursor = max(cursor, stop)
        index += 1
      } else {
        let stop = index < segments.count ? min(end, segments[index].offset) : end
        var part = shape
        part.offset = cursor
        part.bytes = [UInt8](bytes.extracting(Int(cursor - shape.offset)..<Int(stop - shape.offset)))
        part.isPacketStart = shape.isPacketStart && cursor == shape.offset
        cost += part.cost
        segments.insert(part, at: index)
        index += 1
        cursor = stop
      }
    }
    return conflicts
  }

  /// Removes and returns the first segment.
  package mutating func popFirst() -> PendingSegment? {
    guard let segment = segments.popFirst() else { return nil }
    cost -= segment.cost
    return segment
  }

  package mutating func removeAll() {
    segments = []
    cost = 0
  }

  private func firstIndex(endingAfter offset: Int64) -> Int {
    var (low, high) = (0, segments.count)
    // New data mostly comes after all that waits.
    if let last = segments.last, last.end <= offset { return segments.count }
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].end > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
