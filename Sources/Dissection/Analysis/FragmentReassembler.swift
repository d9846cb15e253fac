import Wire

/// Which packet a fragment belongs to (RFC 791 section 3.2, RFC 8200 section 4.5).
struct FragmentKey: Hashable {
  var source: IPAddress
  var destination: IPAddress
  var identifier: UInt32
  var protocolNumber: UInt8
}

/// A packet whose fragments have all come.
struct ReassembledPacket {
  var bytes: [UInt8]
  /// The frames that they came in, and which bytes each brought.
  var pieces: [(frame: Int, range: Range<Int>)]
}

/// Puts fragments together within a bound; packets that stay incomplete go when others need the room, oldest first.
struct FragmentReassembler {
  private struct Partial {
    var pieces: [(frame: Int, offset: Int, bytes: [UInt8])] = []
    var length: Int?
    var cost = 0
    var age = 0
  }

  /// The most bytes that wait at a time.
  static let budget = 4 << 20
  /// The longest IP packet.
  private static let longest = 65_535

  private var partials: [FragmentKey: Partial] = [:]
  private var cost = 0
  private var clock = 0

  /// Takes a fragment; gives the packet if it is whole now. The first copy of a byte counts.
  mutating func add(_ payload: Span<UInt8>, _ place: FragmentPlace, _ key: FragmentKey, frame: Int)
    -> ReassembledPacket?
  {
    guard payload.count > 0, place.offset + payload.count <= Self.longest else { return nil }
    clock += 1
    var partial = partials.removeValue(forKey: key) ?? Partial()
    cost -= partial.cost
    partial.age = clock
    if !place.more { partial.length = partial.length ?? place.offset + payload.count }
    partial.pieces.append((frame, place.offset, [UInt8](payload)))
    partial.cost += payload.count + 96
    if let whole = join(partial) { return whole }
    partials[key] = partial
    cost += partial.cost
    while cost > Self.budget, let oldest = partials.min(by: { $0.value.age < $1.value.age })?.key {
      cost -= partials.removeValue(forKey: oldest)?.cost ?? 0
    }
    return nil
  }

  private func join(_ partial: Partial) -> ReassembledPacket? {
    guard let length = partial.length, partial.pieces.reduce(0, { $0 + $1.bytes.count }) >= length else { return nil }
    let pieces = partial.pieces.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }
    var whole = ReassembledPacket(bytes: [], pieces: [])
    whole.bytes.reserveCapacity(length)
    for (_, piece) in pieces {
      let have = whole.bytes.count
      guard piece.offset <= have else { return nil }
      let end = min(length, piece.offset + piece.bytes.count)
      whole.pieces.append((piece.frame, piece.offset..<max(piece.offset, end)))
      guard end > have else { continue }
      whole.bytes.append(contentsOf: piece.bytes[(have - piece.offset)..<(end - piece.offset)])
    }
    return whole.bytes.count == length ? whole : nil
  }
}
