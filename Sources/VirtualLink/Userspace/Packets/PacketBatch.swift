import CLinux
import Glibc

/// What one call receives or sends: messages that lie in slots of a ``PacketPool``.
///
/// Unsafe: an array of C structs that point into the pool, in memory that stays where it is for the kernel.
struct PacketBatch: ~Copyable {
  static let capacity = Int(HW_PACKET_BATCH)

  fileprivate let messages: UnsafeMutablePointer<hw_packet>
  /// How many messages there are.
  private(set) var count = 0

  init() {
    messages = .allocate(capacity: Self.capacity)
    messages.initialize(repeating: hw_packet(), count: Self.capacity)
  }

  deinit {
    messages.deallocate()
  }

  /// One message; `index` is in `0..<capacity`.
  subscript(index: Int) -> hw_packet {
    _read { yield messages[index] }
    _modify { yield &messages[index] }
  }

  /// Makes a message room to receive into.
  func offer(_ index: Int, slot: PacketPool.Handle, in pool: borrowing PacketPool) {
    messages[index].bytes = pool.message(slot).assumingMemoryBound(to: UInt8.self)
    messages[index].capacity = UInt32(pool.messageCapacity(slot))
  }

  /// Receives what there is, at most as many messages as have been offered; the error number if there is nothing.
  mutating func receive(from socket: PacketSocket) -> CInt {
    let result = hw_packet_receive(socket.descriptor, messages, UInt32(Self.capacity))
    count = max(0, Int(result))
    return result < 0 ? -result : 0
  }

  /// Makes the batch empty, to be filled with ``append(_:in:)``.
  mutating func removeAll() {
    count = 0
  }

  /// Adds a packet to be sent; the batch must have room.
  mutating func append(_ handle: PacketPool.Handle, in pool: borrowing PacketPool) {
    messages[count].bytes = pool.message(handle).assumingMemoryBound(to: UInt8.self)
    messages[count].length = UInt32(PacketPool.offloadLength) + UInt32(pool.record(handle).pointee.length)
    count += 1
  }

  /// Sends messages from `first` on: how many the kernel took, or the error number of the first it did not take.
  func send(from first: Int, to socket: PacketSocket) -> (sent: Int, error: CInt) {
    let result = hw_packet_send(socket.descriptor, messages + first, UInt32(count - first))
    return result < 0 ? (0, -result) : (Int(result), 0)
  }
}

extension PacketBatch {
  /// Puts an 802.1Q tag, which the kernel takes out of a frame it hands over, back behind the addresses.
  func restoreTag(_ index: Int) {
    let addresses = 12
    let tagLength = 4
    let frame = PacketPool.offloadLength
    guard let bytes = self[index].bytes, Int(self[index].length) >= frame + addresses,
      Int(self[index].length) + tagLength <= Int(self[index].capacity)
    else { return }
    let place = bytes + frame + addresses
    memmove(place + tagLength, place, Int(self[index].length) - frame - addresses)
    for byte in 0..<tagLength { place[byte] = UInt8(truncatingIfNeeded: self[index].vlan_tag >> UInt32(24 - 8 * byte)) }
    messages[index].length += UInt32(tagLength)
    messages[index].vlan_tag = 0
    let offload = UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: virtio_net_hdr.self)
    guard Int32(offload.pointee.flags) & VIRTIO_NET_HDR_F_NEEDS_CSUM != 0 else { return }
    offload.pointee.csum_start += UInt16(tagLength)
    offload.pointee.hdr_len += UInt16(tagLength)
  }
}
