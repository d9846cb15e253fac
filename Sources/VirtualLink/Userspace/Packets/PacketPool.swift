import CLinux
import Glibc

/// The bytes of all packets that a forwarder holds, in reusable slots named by small numbers.
///
/// Slots have a few sizes, from that of an ordinary packet to that of the largest send. A packet that departs twice,
/// or in segments, is stored once with a reference count. The memory is bounded: when it is used up, `allocate`
/// returns nil and the caller drops the packet, as a full queue does.
///
/// Unsafe: the kernel fills and reads the slots, so they are raw memory at fixed addresses. All arithmetic on them is
/// in this file and in `PacketShelf`; a handle is valid from `allocate` to its last `release`.
struct PacketPool: ~Copyable {
  /// The beginning of a slot.
  struct Record {
    /// The length of the frame, without the offload header.
    var length: Int32
    /// How many departures are still to come.
    var references: Int32
    /// The next free slot, while this one is free.
    var nextFree: Int32
  }

  static let offloadLength = MemoryLayout<virtio_net_hdr>.size
  /// The offset of the frame in its slot. It aligns the IP header, and the offload header comes before it.
  static let frameOffset = 34
  static let offloadOffset = frameOffset - offloadLength

  private var small = PacketShelf(slotBytes: 2048, slotsPerChunk: 512)
  private var medium = PacketShelf(slotBytes: 2 * 4096, slotsPerChunk: 128)
  private var large = PacketShelf(slotBytes: 5 * 4096, slotsPerChunk: 64)
  private var largest = PacketShelf(slotBytes: 17 * 4096, slotsPerChunk: 32)
  private let limitBytes: Int

  init(limitBytes: Int) {
    self.limitBytes = min(limitBytes, Self.slotLimit * small.slotBytes)
  }

  /// The longest frame that a slot holds.
  var largestFrame: Int { largest.slotBytes - Self.frameOffset }
  /// The longest frame that is worth copying into a smaller slot, so that it does not occupy one of the largest.
  var longestCopied: Int { large.slotBytes - Self.frameOffset }

  /// Allocates a slot for a frame of this many bytes, with one hold. Returns nil if the frame is too long or the
  /// memory is used up.
  mutating func allocate(frameLength: Int) -> Handle? {
    let bytes = frameLength + Self.frameOffset
    var room = limitBytes - small.mappedBytes - medium.mappedBytes - large.mappedBytes - largest.mappedBytes
    // If the memory has been used for slots of other sizes, a larger free slot will do.
    let taken =
      small.take(0, bytes, &room) ?? medium.take(1, bytes, &room) ?? large.take(2, bytes, &room)
      ?? largest.take(3, bytes, &room)
    guard let taken else { return nil }
    let record = record(taken)
    record.pointee.length = Int32(truncatingIfNeeded: frameLength)
    record.pointee.references = 1
    return taken
  }

  /// Releases holds on the packet or its segments. The slot becomes free with the last one.
  mutating func release(_ handle: Handle, holds: Int = 1) {
    let record = record(handle)
    record.pointee.references -= Int32(truncatingIfNeeded: holds)
    guard record.pointee.references <= 0 else { return }
    let slot = Self.slot(of: handle)
    switch Self.shelf(of: handle) {
    case 0: small.put(back: slot)
    case 1: medium.put(back: slot)
    case 2: large.put(back: slot)
    default: largest.put(back: slot)
    }
  }

  /// Copies the offload header and the frame; the target must have been allocated for a frame of that length.
  func copyMessage(from source: Handle, to target: Handle) {
    let length = record(source).pointee.length
    precondition(Int(length) + Self.offloadLength <= messageCapacity(target))
    record(target).pointee.length = length
    memcpy(message(target), message(source), Self.offloadLength + Int(length))
  }

  /// The slot's record, which is valid as long as the handle.
  @inline(__always)
  func record(_ handle: Handle) -> UnsafeMutablePointer<Record> {
    slot(handle).assumingMemoryBound(to: Record.self)
  }

  /// The address of the offload header, which the frame follows. The kernel receives and sends both together.
  @inline(__always)
  func message(_ handle: Handle) -> UnsafeMutableRawPointer {
    slot(handle) + Self.offloadOffset
  }

  /// How many bytes a message may have in this slot.
  func messageCapacity(_ handle: Handle) -> Int {
    let bytes =
      switch Self.shelf(of: handle) {
      case 0: small.slotBytes
      case 1: medium.slotBytes
      case 2: large.slotBytes
      default: largest.slotBytes
      }
    return bytes - Self.offloadOffset
  }

  /// The frame's bytes. For a segment, the bytes of the whole large send.
  @inline(__always)
  func frame(_ handle: Handle) -> UnsafeMutableBufferPointer<UInt8> {
    let start = (slot(handle) + Self.frameOffset).assumingMemoryBound(to: UInt8.self)
    return UnsafeMutableBufferPointer(start: start, count: Int(record(handle).pointee.length))
  }

  /// The offload header: the work that the sender left to its network device.
  @inline(__always)
  func offload(_ handle: Handle) -> UnsafeMutablePointer<virtio_net_hdr> {
    message(handle).assumingMemoryBound(to: virtio_net_hdr.self)
  }

  @inline(__always)
  private func slot(_ handle: Handle) -> UnsafeMutableRawPointer {
    let slot = Self.slot(of: handle)
    return switch Self.shelf(of: handle) {
    case 0: small.address(slot)
    case 1: medium.address(slot)
    case 2: large.address(slot)
    default: largest.address(slot)
    }
  }
}

extension PacketShelf {
  /// Takes a slot of this shelf if the bytes fit and a slot is available. Otherwise, sets `room` to 0 if this shelf
  /// had no memory for it.
  fileprivate mutating func take(_ shelf: Int, _ bytes: Int, _ room: inout Int) -> PacketPool.Handle? {
    guard bytes <= slotBytes else { return nil }
    if let slot = take(room: room) { return PacketPool.handle(shelf: shelf, slot: slot) }
    // A larger shelf must not grow for a frame that this shelf had no memory for.
    room = 0
    return nil
  }
}
