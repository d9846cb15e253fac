/// What is passed to the kernel as one frame: a packet, or adjacent segments of a large send.
struct OutgoingPackets {
  /// The packet, or the large send that the segments belong to.
  let handle: PacketPool.Handle
  /// The range of segments; nil for a whole packet.
  private(set) var pieces: Range<Int>?
  /// Whether it is a housekeeping frame, which is not counted.
  let isHousekeeping: Bool

  init(_ handle: PacketPool.Handle, isHousekeeping: Bool = false) {
    self.handle = PacketPool.whole(of: handle)
    pieces = PacketPool.segment(of: handle).map { $0..<$0 + 1 }
    self.isHousekeeping = isHousekeeping
  }

  /// The number of holds on the packet.
  var holds: Int { pieces?.count ?? 1 }

  /// How many packets this counts as, that is, how many packets a real network would carry.
  var count: Int { isHousekeeping ? 0 : holds }

  /// Adds a packet that departs next, if it is the next segment of the same large send.
  mutating func join(_ other: PacketPool.Handle) -> Bool {
    guard let pieces, PacketPool.segment(of: other) == pieces.upperBound, PacketPool.whole(of: other) == handle
    else { return false }
    self.pieces = pieces.lowerBound..<pieces.upperBound + 1
    return true
  }
}
