import Wire

/// The bytes of a stream that were delivered last, to compare what is sent again with them, in whatever pieces it comes.
///
/// They are in a ring that grows with the stream up to 64 KiB, which is what is mostly on its way at a time.
struct RecentBytes {
  private static let least = 1 << 11
  private static let most = 1 << 16

  /// The byte at each offset modulo its length, a power of two.
  private var ring: [UInt8] = []
  private var end: Int64 = 0
  private var count = 0

  /// What it costs, in bytes.
  var cost: Int { ring.count }

  /// Takes bytes that were delivered.
  /// - Parameter mayGrow: whether more may be held than now.
  mutating func remember(_ bytes: Span<UInt8>, at offset: Int64, mayGrow: Bool) {
    if offset != end { count = 0 }
    if mayGrow, ring.count < Self.most, count + bytes.count > ring.count { grow(to: count + bytes.count) }
    end = offset &+ Int64(bytes.count)
    guard !ring.isEmpty else { return }
    let size = ring.count
    let kept = min(bytes.count, size)
    let slot = Int(truncatingIfNeeded: end &- Int64(kept)) & (size &- 1)
    // Up to the ring's end, and from its beginning on.
    let first = min(kept, size &- slot)
    let start = bytes.count &- kept
    var target = ring.mutableSpan
    for index in 0..<first { target[slot &+ index] = bytes[start &+ index] }
    for index in first..<kept { target[index &- first] = bytes[start &+ index] }
    count = min(size, count &+ kept)
  }

  /// How many bytes of a segment were delivered before, if any of them was another.
  func conflict(_ bytes: Span<UInt8>, at offset: Int64) -> Int64 {
    let first = max(offset, end &- Int64(count))
    let last = min(end, offset &+ Int64(bytes.count))
    // The one byte of a keep-alive may be any (RFC 9293 section 3.8.4).
    guard first < last, bytes.count > 1 else { return 0 }
    let mask = ring.count &- 1
    for place in first..<last where ring[Int(truncatingIfNeeded: place) & mask] != bytes[Int(place &- offset)] {
      return last &- max(offset, 0)
    }
    return 0
  }

  private mutating func grow(to wanted: Int) {
    var size = max(Self.least, ring.count)
    while size < wanted, size < Self.most { size *= 2 }
    var larger = [UInt8](repeating: 0, count: size)
    for place in end &- Int64(count)..<end {
      larger[Int(truncatingIfNeeded: place) & (size - 1)] = ring[Int(truncatingIfNeeded: place) & (ring.count - 1)]
    }
    ring = larger
  }
}
