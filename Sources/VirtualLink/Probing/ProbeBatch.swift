import CLinux
import Glibc
import LinkConditions

/// Frames of a probe that are sent by one system call.
///
/// Unsafe: it has C structs that point into memory that this value owns and that never moves.
struct ProbeBatch: ~Copyable {
  private let frame: ProbeFrame
  private let messages: UnsafeMutablePointer<hw_packet>
  private let memory: UnsafeMutableRawPointer
  private let slot: Int
  private static let capacity = Int(HW_PACKET_BATCH)
  private static let offloadLength = MemoryLayout<virtio_net_hdr>.size

  init(_ frame: ProbeFrame) {
    self.frame = frame
    slot = Self.offloadLength + frame.template.count
    messages = .allocate(capacity: Self.capacity)
    messages.initialize(repeating: hw_packet(), count: Self.capacity)
    memory = .allocate(byteCount: slot * Self.capacity, alignment: 16)
    for index in 0..<Self.capacity {
      let place = memory + index * slot
      place.storeBytes(of: frame.offload, as: virtio_net_hdr.self)
      for (offset, byte) in frame.template.enumerated() {
        place.storeBytes(of: byte, toByteOffset: Self.offloadLength + offset, as: UInt8.self)
      }
      messages[index].bytes = place.assumingMemoryBound(to: UInt8.self)
      messages[index].length = UInt32(slot)
    }
  }

  deinit {
    messages.deallocate()
    memory.deallocate()
  }

  /// Sends packets, and appends the time at which each was handed to the kernel. Returns 0 or the error number.
  mutating func send(_ count: Int, from sent: inout [Int64], to socket: PacketSocket) -> CInt {
    let frames = min(Self.capacity, max(1, count / frame.segments))
    for index in 0..<frames {
      let start = memory + index * slot + Self.offloadLength
      var bytes = UnsafeMutableBufferPointer(
        start: start.assumingMemoryBound(to: UInt8.self), count: frame.template.count
      ).mutableSpan
      frame.number(&bytes, from: UInt32(truncatingIfNeeded: sent.count + index * frame.segments))
    }
    var done = 0
    while done < frames {
      let now = EngineClock.wall
      let result = hw_packet_send(socket.descriptor, messages + done, UInt32(frames - done))
      if result < 0 {
        // The device's queue is full for the moment. Try again soon.
        guard [EAGAIN, ENOBUFS, EINTR].contains(-result) else { return -result }
        usleep(50)
        continue
      }
      sent.append(contentsOf: repeatElement(now, count: Int(result) * frame.segments))
      done += Int(result)
    }
    return 0
  }
}
