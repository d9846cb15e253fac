/// How a packet in a ``PacketPool`` is named: which shelf, which slot, and, where the slot holds a large send, perhaps which of
/// its pieces. The name is one number, since that is what an emulator carries.
///
/// From its lowest bit: 2 bits of shelf, 17 of slot, 12 of piece (0 means the whole, otherwise it is one more than the piece).
extension PacketPool {
  typealias Handle = Int32

  private static let shelfBits: Int32 = 2
  private static let slotBits: Int32 = 17
  private static let wholeMask: Int32 = 1 << (shelfBits + slotBits) - 1
  /// The most slots that a shelf may have.
  static let slotLimit = 1 << Int(slotBits)
  /// The most pieces of a large send that have names.
  static let segmentLimit = 4095

  @inline(__always)
  static func handle(shelf: Int, slot: Int32) -> Handle {
    slot << shelfBits | Int32(truncatingIfNeeded: shelf)
  }

  @inline(__always)
  static func shelf(of handle: Handle) -> Int { Int(handle & 3) }

  @inline(__always)
  static func slot(of handle: Handle) -> Int32 { (handle & wholeMask) >> shelfBits }

  /// The name of a piece of a large send; `segment` is below `segmentLimit`.
  @inline(__always)
  static func piece(_ segment: Int, of whole: Handle) -> Handle {
    whole & wholeMask | Int32(truncatingIfNeeded: segment + 1) << (shelfBits + slotBits)
  }

  /// The packet that a piece is of; of a whole, the same.
  @inline(__always)
  static func whole(of handle: Handle) -> Handle { handle & wholeMask }

  /// Which piece of a large send this is, or nil for a whole packet.
  @inline(__always)
  static func segment(of handle: Handle) -> Int? {
    let value = handle >> (shelfBits + slotBits)
    return value == 0 ? nil : Int(value) - 1
  }
}
