import CLinux
import Glibc

/// The bytes of all packets that a forwarder holds, in reusable slots named by small numbers.
///
/// Ordinary packets take 2 KB, large sends 68 KB. A packet that departs twice is held once and counted. The memory is
/// bounded: where it is used up, `allocate` gives nil and the caller drops the packet, as a full queue does.
///
/// Unsafe: the slots are the kernel's to fill and to read, so they are raw memory at fixed addresses. All arithmetic on
/// them is in this file and in `PacketShelf`; a handle is valid from `allocate` to its last `release`.
struct PacketPool: ~Copyable {
  typealias Handle = Int32

  /// What a slot begins with.
  struct Record {
    /// The length of the frame, without the offload header.
    var length: Int32
    /// How many departures are still to come.
    var references: Int32
    /// The next free slot, while this one is free.
    var nextFree: Int32
  }

  static let offloadLength = MemoryLayout<virtio_net_hdr>.size
  /// The frame begins here in its slot, so that its IP header is aligned; the offload header lies before it.
  static let frameOffset = 34
  static let offloadOffset = frameOffset - offloadLength

  private var small = PacketShelf(slotBytes: 2048, slotsPerChunk: 512)
  private var large = PacketShelf(slotBytes: 17 * 4096, slotsPerChunk: 32)
  private let limitBytes: Int

  init(limitBytes: Int) {
    self.limitBytes = limitBytes
  }

  /// The longest frame that takes a small slot.
  var smallFrame: Int { small.slotBytes - Self.frameOffset }
  /// The longest frame that a slot holds.
  var largestFrame: Int { large.slotBytes - Self.frameOffset }

  /// A slot for a frame of this many bytes, held once; nil if it is too long or the memory is used up.
  mutating func allocate(frameLength: Int) -> Handle? {
    let room = limitBytes - small.mappedBytes - large.mappedBytes
    let index: Int32
    if frameLength <= smallFrame {
      guard let slot = small.take(room: room) else { return nil }
      index = slot << 1
    } else {
      guard frameLength <= largestFrame, let slot = large.take(room: room) else { return nil }
      index = slot << 1 | 1
    }
    let record = record(index)
    record.pointee.length = Int32(truncatingIfNeeded: frameLength)
    record.pointee.references = 1
    return index
  }

  /// Gives up one hold; with the last one the slot is free.
  mutating func release(_ handle: Handle) {
    let record = record(handle)
    record.pointee.references -= 1
    guard record.pointee.references <= 0 else { return }
    if handle & 1 == 0 { small.put(back: handle >> 1) } else { large.put(back: handle >> 1) }
  }

  /// Copies the offload header and the frame; the target must have been allocated for a frame of that length.
  func copyMessage(from source: Handle, to target: Handle) {
    let length = record(source).pointee.length
    precondition(Int(length) + Self.offloadLength <= messageCapacity(target))
    record(target).pointee.length = length
    memcpy(message(target), message(source), Self.offloadLength + Int(length))
  }

  /// The slot's own record; valid as long as the handle.
  @inline(__always)
  func record(_ handle: Handle) -> UnsafeMutablePointer<Record> {
    slot(handle).assumingMemoryBound(to: Record.self)
  }

  /// Where the offload header begins, with the frame right behind it: what goes to and comes from the kernel.
  @inline(__always)
  func message(_ handle: Handle) -> UnsafeMutableRawPointer {
    slot(handle) + Self.offloadOffset
  }

  /// How many bytes a message may have in this slot.
  func messageCapacity(_ handle: Handle) -> Int {
    (handle & 1 == 0 ? small.slotBytes : large.slotBytes) - Self.offloadOffset
  }

  /// The frame's bytes.
  @inline(__always)
  func frame(_ handle: Handle) -> UnsafeMutableBufferPointer<UInt8> {
    let start = (slot(handle) + Self.frameOffset).assumingMemoryBound(to: UInt8.self)
    return UnsafeMutableBufferPointer(start: start, count: Int(record(handle).pointee.length))
  }

  /// What the sender left to its network device.
  @inline(__always)
  func offload(_ handle: Handle) -> UnsafeMutablePointer<virtio_net_hdr> {
    message(handle).assumingMemoryBound(to: virtio_net_hdr.self)
  }

  @inline(__always)
  private func slot(_ handle: Handle) -> UnsafeMutableRawPointer {
    handle & 1 == 0 ? small.address(handle >> 1) : large.address(handle >> 1)
  }
}
