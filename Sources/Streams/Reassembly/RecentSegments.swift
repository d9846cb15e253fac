import Wire

/// Fingerprints of the segments that were delivered last, to tell whether one that comes again is the same.
///
/// The bytes themselves are gone by then. A fingerprint takes all bytes of a small segment, and the first and last 32 of
/// a large one, so that it costs the same for each. Of the stream's end so far the last bytes are kept as they are, since a
/// segment of another length that overlaps it mostly goes on from there.
struct RecentSegments {
  private static let sample = 32

  /// The last bytes, each at its offset modulo their number, and how many there are.
  private var tail = InlineArray<32, UInt8>(repeating: 0)
  private var tailCount: UInt8 = 0
  private var tailEnd: Int64 = 0

  /// The place and the fingerprint, 32 bits each.
  private var entries: InlineArray<4, UInt64> = [0, 0, 0, 0]
  private var next: UInt8 = 0

  mutating func remember(_ bytes: Span<UInt8>, at offset: Int64) {
    entries[Int(next & 3)] = Self.place(bytes, offset) << 32 | Self.fingerprint(bytes)
    next &+= 1
    if offset != tailEnd { tailCount = 0 }
    tailEnd = offset &+ Int64(bytes.count)
    let kept = min(bytes.count, tail.count)
    for index in bytes.count &- kept..<bytes.count { tail[Self.slot(offset &+ Int64(index))] = bytes[index] }
    tailCount = UInt8(min(Int(tailCount) &+ kept, tail.count))
  }

  /// How many bytes of a segment were delivered before, if they were others; told by those that are kept.
  func overlapConflict(_ bytes: Span<UInt8>, at offset: Int64) -> Int64 {
    let first = max(offset, tailEnd &- Int64(tailCount))
    let end = min(tailEnd, offset &+ Int64(bytes.count))
    // The one byte of a keep-alive may be any (RFC 9293 section 3.8.4).
    guard first < end, bytes.count > 1 else { return 0 }
    for place in first..<end where tail[Self.slot(place)] != bytes[Int(place &- offset)] {
      return end &- max(offset, 0)
    }
    return 0
  }

  private static func slot(_ offset: Int64) -> Int { Int(truncatingIfNeeded: offset & 31) }

  /// Whether a segment of the same place and length was delivered with other content.
  func contradicts(_ bytes: Span<UInt8>, at offset: Int64) -> Bool {
    let place = Self.place(bytes, offset)
    for index in entries.indices where entries[index] >> 32 == place {
      return entries[index] & 0xFFFF_FFFF != Self.fingerprint(bytes)
    }
    return false
  }

  /// Never 0, which is an empty entry's.
  private static func place(_ bytes: Span<UInt8>, _ offset: Int64) -> UInt64 {
    mix(mix(1, UInt64(bitPattern: offset)), UInt64(bytes.count)) >> 32 | 1
  }

  private static func fingerprint(_ bytes: Span<UInt8>) -> UInt64 {
    let count = bytes.count
    guard count > 2 * sample else { return add(bytes, 0..<count, to: 1) >> 32 }
    return add(bytes, count &- sample..<count, to: add(bytes, 0..<sample, to: 1)) >> 32
  }

  private static func add(_ bytes: Span<UInt8>, _ range: Range<Int>, to seed: UInt64) -> UInt64 {
    var (hash, index) = (seed, range.lowerBound)
    while range.upperBound &- index >= 8 {
      hash = mix(hash, bytes.uint64(at: index))
      index &+= 8
    }
    while index < range.upperBound {
      hash = mix(hash, UInt64(bytes[index]))
      index &+= 1
    }
    return hash
  }

  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 29
  }
}
