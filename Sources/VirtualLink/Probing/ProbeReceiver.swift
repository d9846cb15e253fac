import CLinux
import CNetlink
import Glibc
import LinkConditions

/// Receives the packets of a probe at its other end.
struct ProbeReceiver: ~Copyable {
  private let socket: PacketSocket
  private let frame: ProbeFrame
  private var pool = PacketPool(limitBytes: 16 << 20)
  private var batch = PacketBatch()
  private var rooms: [PacketPool.Handle] = []
  private(set) var arrivals: [ProbeRecord.Arrival] = []
  private(set) var overruns = 0

  init(_ socket: PacketSocket, _ frame: ProbeFrame, expecting count: Int) throws(LinkError) {
    self.socket = socket
    self.frame = frame
    arrivals.reserveCapacity(count)
    for index in 0..<PacketBatch.capacity {
      guard let room = pool.allocate(frameLength: pool.largestFrame) else {
        throw LinkError("allocate memory for packets", errno: ENOMEM)
      }
      rooms.append(room)
      batch.offer(index, slot: room, in: pool)
    }
  }

  /// Receives for at most `milliseconds`. Returns whether anything arrived.
  mutating func receive(waiting milliseconds: CInt) throws(LinkError) -> Bool {
    var state = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&state, 1, milliseconds) > 0 else { return false }
    var hasCome = false
    while true {
      let error = batch.receive(from: socket)
      if error == EAGAIN || error == EINTR { break }
      guard error == 0 else { throw LinkError("receive a probe on \(socket.interface)", errno: error) }
      for index in 0..<batch.count { hasCome = note(index) || hasCome }
      guard batch.count == PacketBatch.capacity else { break }
    }
    overruns += socket.takeOverruns()
    return hasCome
  }

  private mutating func note(_ index: Int) -> Bool {
    let length = Int(batch[index].length) - PacketPool.offloadLength
    guard length > 0 else { return false }
    pool.record(rooms[index]).pointee.length = Int32(length)
    let readings = frame.readings(pool.frame(rooms[index]).span)
    for reading in readings {
      arrivals.append(
        ProbeRecord.Arrival(
          number: Int(reading.number), time: batch[index].wall_clock, isCorrupted: reading.isCorrupted,
          isMarked: reading.isMarked))
    }
    return !readings.isEmpty
  }
}
