import Captures
import Wire

/// Reads packets of a store where they are, in any order.
struct PacketSeeker: ~Copyable {
  /// The store may keep this reader, and outlives it.
  private unowned let store: PacketStore
  private(set) var reader: CaptureReader

  init(_ store: PacketStore) throws(CaptureError) {
    self.store = store
    reader = try store.openForSeeking()
  }

  /// - Returns: nil if there is no such packet.
  mutating func read(_ row: Int) throws(CaptureError) -> (frame: Frame, entry: PacketIndex.Entry)? {
    guard let place = store.place(of: row) else { return nil }
    try reader.seek(to: place.entry.offset, in: place.section, number: place.number)
    return try reader.next().map { ($0, place.entry) }
  }

  /// Lends the bytes of the packet that was read last.
  func withBytes(_ body: (Span<UInt8>) -> Void) { body(reader.bytes) }
}
