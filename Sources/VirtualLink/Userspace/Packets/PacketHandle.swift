/// The handle of a packet in a ``PacketPool``: its shelf, its slot, and, for a large send, possibly one of its
/// segments. A handle is a single number, because that is what an emulator carries.
///
/// From its lowest bit: 2 bits of shelf, 17 of slot, 12 of piece (0 means the whole, otherwise it is one more than the piece).
extension PacketPool {
  typealias Handle = Int32

  private static let shelfBits: Int32 = 2
  private static let slotBits: Int32 = 17
  private static let wholeMask: Int32 = 1 << (shelfBits + slotBits) - 1
  /// The most slots that a shelf may have.
  static let slotLimit = 1 << Int(slotBits)
  /// The most segments of a large send that can have handles.
  static let segmentLimit = 4095

  @inline(__always)
  static func handle(shelf: Int, slot: Int32) -> Handle {
    slot << shelfBits | Int32(truncatingIfNeeded: shelf)
  }

  @inline(__always)
  static func shelf(of handle: Handle) -> Int { Int(handle & 3) }

  @inline(__always)
  static func slot(of handle: Handle) -> Int32 { (handle & wholeMask) >> shelfBits }

  /// The handle of a segment of a large send; `segment` is below `segmentLimit`.
  @inline(__always)
  static func piece(_ segment: Int, of whole: Handle) -> Handle {
    whole & wholeMask | Int32(truncatingIfNeeded: segment + 1) << (shelfBits + slotBits)
  }

  /// The handle of the whole packet that a segment belongs to. The handle of a whole packet is returned unchanged.
  @inline(__always)
  static func whole(of handle: Handle) -> Handle { handle & wholeMask }

  /// The number of the segment, or nil for a whole packet.
  @inline(__always)
  static func segment(of handle: Handle) -> Int? {
    let value = handle >> (shelfBits + slotBits)
    return value == 0 ? nil : Int(value) - 1
  }
}
