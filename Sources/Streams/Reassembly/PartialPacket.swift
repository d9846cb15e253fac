import Wire

/// The fragments of a packet that is not whole yet, in the order of their offsets, then of their coming.
struct PartialPacket {
  private struct Piece {
    var frame: Int
    var offset: Int
    var bytes: [UInt8]
    var isOtherTail: Bool

    var end: Int { offset + bytes.count }
  }

  /// What a packet and a fragment cost besides the fragments' bytes.
  static let overhead = 256
  static let pieceOverhead = 96
  /// As many as the longest packet has in the smallest fragments.
  static let pieceLimit = 8192

  /// When a fragment last came, counted in fragments.
  var age = 0
  private(set) var cost = Self.overhead
  private var pieces: [Piece] = []
  /// The packet's length, once its last fragment has come.
  private var length: Int?
  /// Up to where there is no hole, and how many pieces begin within that.
  private var reach = 0
  private var reachCount = 0

  var isFull: Bool { pieces.count >= Self.pieceLimit }
  var isWhole: Bool { length.map { reach >= $0 } ?? false }

  mutating func add(_ bytes: Span<UInt8>, _ place: FragmentPlace, frame: Int) {
    let end = place.offset + bytes.count
    let isOtherTail = !place.more && length ?? end != end
    if !place.more { length = length ?? end }
    let index = firstIndex(beginningAfter: place.offset)
    pieces.insert(
      Piece(frame: frame, offset: place.offset, bytes: [UInt8](bytes), isOtherTail: isOtherTail), at: index)
    cost += bytes.count + Self.pieceOverhead
    guard place.offset <= reach else { return }
    reachCount += 1
    reach = max(reach, end)
    while reachCount < pieces.count, pieces[reachCount].offset <= reach {
      reach = max(reach, pieces[reachCount].end)
      reachCount += 1
    }
  }

  /// The packet, if it is whole.
  func joined() -> ReassembledPacket? {
    guard let length, isWhole else { return nil }
    var whole = ReassembledPacket(bytes: [], pieces: [], flaws: [])
    whole.bytes.reserveCapacity(length)
    for piece in pieces {
      let have = whole.bytes.count
      let end = min(length, piece.end)
      var flaws: FragmentFlaws = piece.isOtherTail ? .multipleTails : []
      if piece.end > length { flaws.insert(.tooLong) }
      if piece.offset < min(have, end) {
        flaws.insert(.overlap)
        let common = min(have, end) - piece.offset
        if piece.bytes.prefix(common) != whole.bytes[piece.offset..<piece.offset + common] { flaws.insert(.conflict) }
      }
      whole.pieces.append(
        ReassembledPacket.Piece(frame: piece.frame, range: piece.offset..<max(piece.offset, end), flaws: flaws))
      whole.flaws.formUnion(flaws)
      guard end > have else { continue }
      whole.bytes.append(contentsOf: piece.bytes[(have - piece.offset)..<(end - piece.offset)])
    }
    return whole
  }

  private func firstIndex(beginningAfter offset: Int) -> Int {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].offset > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
