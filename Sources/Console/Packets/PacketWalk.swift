import Captures
import Glibc
import TLS
import Wire

/// Goes through the packets of a store in their order, and waits for more while the store is being filled.
struct PacketWalk: ~Copyable {
  private let store: PacketStore
  private(set) var reader: CaptureReader
  /// The row of the next packet.
  private(set) var row = 0
  /// The secrets of the file, which are taken on the way.
  private let keys: KeyLog
  private let waits: Bool

  /// - Parameter waits: whether it waits for packets that are not there yet.
  init(_ store: PacketStore, keys: KeyLog, waits: Bool = true) throws(CaptureError) {
    self.store = store
    self.keys = keys
    self.waits = waits
    reader = try store.open()
  }

  /// The next packet; nil at the end, or when `isCancelled` says so.
  mutating func next(idle: (Int) -> Void = { _ in }, isCancelled: () -> Bool) throws(CaptureError) -> Frame? {
    // The count is asked for once in many packets, because others wait for its lock.
    if row >= known {
      repeat {
        let isComplete = store.status.isComplete
        known = store.count
        if row < known { break }
        if isComplete || !waits || store.isStopped || isCancelled() { return nil }
        idle(row)
        usleep(PacketStore.pause)
      } while true
    }
    if row & 255 == 0, isCancelled() || store.isStopped { return nil }
    guard let frame = try reader.next() else { return nil }
    row += 1
    let lines = reader.takeKeyLog()
    if !lines.isEmpty { keys.add(lines) }
    return frame
  }

  /// The comments with times of their own, also those after the last packet.
  mutating func remarks() -> [CaptureRemark] {
    // Blocks are read on the way to a packet. Behind the last one, there is none, or one that has just come.
    if row >= known { _ = try? reader.nextIfReady() }
    return reader.remarks
  }

  private var known = 0
}
