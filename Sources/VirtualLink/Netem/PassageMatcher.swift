import Wire

/// Pairs the frames that leave one direction of a link with those that entered it, by their bytes, because the kernel
/// does not report the fate of a frame.
///
/// Among identical frames, the first unmatched one is taken, and a surplus frame at the exit is a duplicate. A frame
/// with one flipped bit or a "congestion experienced" mark is recognized by its remaining bytes.
struct PassageMatcher {
  /// What is known about a frame that left the link.
  struct Passage: Equatable {
    /// When it entered, in nanoseconds.
    var entered: Int64
    var isCopy = false
    var corruptedBit: Int?
    var isMarked = false
  }

  private struct Entry {
    var bytes: [UInt8]
    var time: Int64
    var hasLeft = false
    /// The next identical frame.
    var following: Int?
  }

  /// The chain of identical frames. Frames before `first` have left.
  private struct Equals {
    var (first, last): (Int, Int)
  }

  /// How many of the latest frames are compared bit by bit with a frame that has no identical partner.
  private static let reach = 4096

  private let limit: Int
  private var entries: [Int: Entry] = [:]
  private var equals: [[UInt8]: Equals] = [:]
  private var (oldest, next, size) = (0, 0, 0)

  /// - Parameter limit: the most bytes that are remembered; the oldest frames are forgotten first.
  init(limit: Int = 16 << 20) {
    self.limit = limit
  }

  /// Remembers a frame that enters.
  mutating func enter(_ bytes: [UInt8], at time: Int64) {
    entries[next] = Entry(bytes: bytes, time: time)
    if let last = equals[bytes]?.last { entries[last]?.following = next }
    equals[bytes, default: Equals(first: next, last: next)].last = next
    next += 1
    size += bytes.count
    while size > limit, oldest < next - 1 { forgetOldest() }
  }

  /// What is known about a frame that leaves; nil if no matching frame entered.
  mutating func leave(_ bytes: [UInt8]) -> Passage? {
    if var number = equals[bytes]?.first {
      while let entry = entries[number], entry.hasLeft, let following = entry.following { number = following }
      equals[bytes]?.first = number
      return passage(of: number)
    }
    for number in (max(oldest, next - Self.reach)..<next).reversed() {
      guard let entry = entries[number], entry.bytes.count == bytes.count else { continue }
      if let bit = Self.flippedBit(entry.bytes, bytes) { return passage(of: number, corruptedBit: bit) }
      if Self.isMarked(entry.bytes, bytes) { return passage(of: number, isMarked: true) }
    }
    return nil
  }

  private mutating func passage(of number: Int, corruptedBit: Int? = nil, isMarked: Bool = false) -> Passage? {
    guard let entry = entries[number] else { return nil }
    entries[number]?.hasLeft = true
    return Passage(entered: entry.time, isCopy: entry.hasLeft, corruptedBit: corruptedBit, isMarked: isMarked)
  }

  private mutating func forgetOldest() {
    if let entry = entries.removeValue(forKey: oldest) {
      size -= entry.bytes.count
      if let following = entry.following {
        if equals[entry.bytes]?.first == oldest { equals[entry.bytes]?.first = following }
      } else {
        equals[entry.bytes] = nil
      }
    }
    oldest += 1
  }

  /// The position of the only bit in which two frames of equal length differ, counted from bit 0 of byte 0. Nil if
  /// they differ in more bits.
  private static func flippedBit(_ one: [UInt8], _ other: [UInt8]) -> Int? {
    guard let index = one.indices.first(where: { one[$0] != other[$0] }) else { return nil }
    let difference = one[index] ^ other[index]
    guard difference.nonzeroBitCount == 1, one[(index + 1)...] == other[(index + 1)...] else { return nil }
    return index * 8 + difference.trailingZeroBitCount
  }

  private static func isMarked(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    // The ECN field is in the header. If the last bytes differ, it is another frame.
    guard one.count >= 34, one.suffix(8) == other.suffix(8) else { return false }
    var marked = one
    var span = marked.mutableSpan
    CongestionMark.set(in: &span)
    return marked == other
  }
}
