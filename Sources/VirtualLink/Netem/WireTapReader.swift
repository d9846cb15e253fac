import CLinux
import Glibc
import LinkConditions
import Wire

/// Receives frames at several places of a link, and shows them in the order of their stamps.
struct WireTapReader: ~Copyable {
  private struct Seen {
    var sighting: FrameSighting
    var frame: [UInt8]
  }

  private var pool = PacketPool(limitBytes: 16 << 20)
  private var arrivals = PacketBatch()
  private var rooms: [PacketPool.Handle] = []
  private var seen: [Seen] = []
  private var last: Int64 = 0
  private let tap: any PacketTap

  /// Nil if there is no memory.
  init?(tap: any PacketTap) {
    self.tap = tap
    for index in 0..<PacketBatch.capacity {
      guard let slot = pool.allocate(frameLength: pool.largestFrame) else { return nil }
      rooms.append(slot)
      arrivals.offer(index, slot: slot, in: pool)
    }
  }

  /// Whether frames have been received and not shown.
  var isWaiting: Bool { !seen.isEmpty }

  /// Receives all that has come to a socket.
  mutating func receive(from socket: PacketSocket, _ direction: LinkDirection, _ place: FrameSighting.Place) {
    while arrivals.receive(from: socket) == 0 {
      for index in 0..<arrivals.count {
        if arrivals[index].vlan_tag != 0 { arrivals.restoreTag(index) }
        let length = Int(arrivals[index].length) - PacketPool.offloadLength
        guard length > 0 else { continue }
        pool.record(rooms[index]).pointee.length = Int32(length)
        pool.completeChecksum(rooms[index])
        let sighting = FrameSighting(
          timestamp: Timestamp(nanoseconds: arrivals[index].wall_clock), direction: direction, place: place,
          fate: .unknown)
        seen.append(Seen(sighting: sighting, frame: Array(pool.frame(rooms[index]))))
      }
      guard arrivals.count == PacketBatch.capacity else { return }
    }
  }

  /// Shows what was stamped up to a moment of the wall clock, the oldest first.
  mutating func show(until moment: Int64) {
    seen.sort { $0.sighting.timestamp < $1.sighting.timestamp }
    let count = seen.firstIndex { $0.sighting.timestamp.nanoseconds > moment } ?? seen.count
    for index in 0..<count {
      last = max(last, seen[index].sighting.timestamp.nanoseconds)
      seen[index].sighting.timestamp = Timestamp(nanoseconds: last)
      let frame = seen[index].frame
      tap.saw(frame.span, seen[index].sighting)
    }
    seen.removeFirst(count)
  }
}
