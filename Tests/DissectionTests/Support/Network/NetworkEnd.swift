import TestSupport

/// One end of a simulated TCP connection: what it sends again, and what it has of the other's stream.
struct NetworkEnd {
  /// The most that is on its way at a time, and the longest segment.
  static let window = 7000
  static let longest = 1400

  let side: Int
  /// All that it has said, and whether nothing more will come.
  private(set) var said: [UInt8] = []
  private(set) var isClosed = false
  /// How much of that the other end has acknowledged, and how much was sent.
  private(set) var acknowledged = 0
  private(set) var sent = 0
  private var repeats = 0
  /// What it has of the other's stream: all that is in order, and what came too early.
  private(set) var heard: [UInt8] = []
  private(set) var hasHeardAll = false
  private var early: [(offset: Int, bytes: [UInt8])] = []
  private var finish: Int?

  init(side: Int) {
    self.side = side
  }

  private var total: Int { said.count + (isClosed ? 1 : 0) }
  var acknowledgment: Int { heard.count + (hasHeardAll ? 1 : 0) }
  var waits: Bool { acknowledged < sent }

  mutating func say(_ bytes: [UInt8]) { said += bytes }

  mutating func close() { isClosed = true }

  /// The segments that may go out now.
  mutating func next(_ random: inout SeededGenerator) -> [NetworkSegment] {
    var segments: [NetworkSegment] = []
    while sent < total, sent - acknowledged < Self.window {
      let segment = segment(at: sent, upTo: said.count, &random)
      sent = segment.end
      segments.append(segment)
    }
    return segments
  }

  /// What is sent again when no acknowledgment comes: from where that stands, or from a little earlier, and not always cut
  /// as before.
  func again(_ recutting: Int, _ random: inout SeededGenerator) -> NetworkSegment {
    let isRecut = random.chance(recutting)
    let start = isRecut && random.chance(30) ? max(0, acknowledged - random.below(500)) : acknowledged
    return segment(at: min(start, said.count), upTo: min(sent, said.count), &random)
  }

  private func segment(at start: Int, upTo limit: Int, _ random: inout SeededGenerator) -> NetworkSegment {
    let end = min(limit, start + 1 + random.below(Self.longest))
    return NetworkSegment(
      side: side, offset: start, bytes: Array(said[start..<max(start, end)]), acknowledged: acknowledgment,
      isLast: isClosed && max(start, end) == said.count)
  }

  /// Takes a segment of the other end; says whether it asks for a quick repetition of what it has not got.
  mutating func hear(_ segment: NetworkSegment) -> Bool {
    if segment.isLast { finish = segment.offset + segment.bytes.count }
    if !segment.bytes.isEmpty { early.append((segment.offset, segment.bytes)) }
    while let index = early.firstIndex(where: { $0.offset <= heard.count }) {
      let piece = early.remove(at: index)
      heard += piece.bytes.dropFirst(heard.count - piece.offset)
    }
    if heard.count == finish { hasHeardAll = true }
    if segment.acknowledged > acknowledged {
      acknowledged = segment.acknowledged
      sent = max(sent, acknowledged)
      repeats = 0
    } else if segment.bytes.isEmpty, waits {
      repeats += 1
    }
    return repeats == 3
  }
}
