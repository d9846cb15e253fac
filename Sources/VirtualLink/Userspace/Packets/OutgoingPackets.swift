/// What goes to the kernel as one frame: a packet, or pieces of a large send that stand beside each other.
struct OutgoingPackets {
  /// The packet, or the large send that the pieces are of.
  let handle: PacketPool.Handle
  /// Which pieces; nil for a packet as it is.
  private(set) var pieces: Range<Int>?
  /// Whether it is on the link's behalf, and so not counted.
  let isHousekeeping: Bool

  init(_ handle: PacketPool.Handle, isHousekeeping: Bool = false) {
    self.handle = PacketPool.whole(of: handle)
    pieces = PacketPool.segment(of: handle).map { $0..<$0 + 1 }
    self.isHousekeeping = isHousekeeping
  }

  /// How often the packet is held for this.
  var holds: Int { pieces?.count ?? 1 }

  /// How many packets this counts as: what a network would carry it as.
  var count: Int { isHousekeeping ? 0 : holds }

  /// Adds a packet that departs right after these, if it is the next piece of the same large send.
  mutating func join(_ other: PacketPool.Handle) -> Bool {
    guard let pieces, PacketPool.segment(of: other) == pieces.upperBound, PacketPool.whole(of: other) == handle
    else { return false }
    self.pieces = pieces.lowerBound..<pieces.upperBound + 1
    return true
  }
}
