import CLinux
import Glibc
import Wire

/// The messages of one receive or send call, in slots of a ``PacketPool``.
///
/// Unsafe: an array of C structs that point into the pool, in memory that does not move, because the kernel uses it.
struct PacketBatch: ~Copyable {
  static let capacity = Int(HW_PACKET_BATCH)

  fileprivate let messages: UnsafeMutablePointer<hw_packet>
  /// Space for new headers of segments whose payload stays in the large send, one place for each message.
  private let headers: UnsafeMutableRawPointer
  private static let headerPlace = 256
  /// The most bytes of Ethernet, IP and transport headers that fit into a place.
  static let longestHeaders = headerPlace - PacketPool.offloadLength
  /// The number of messages.
  private(set) var count = 0
  /// What each message amounts to on the wire.
  private(set) var loads: [Load]

  /// The packets and bytes of a message on a real network.
  struct Load {
    var packets = 1
    /// The bytes of their Ethernet frames.
    var bytes = 0
  }

  init() {
    messages = .allocate(capacity: Self.capacity)
    messages.initialize(repeating: hw_packet(), count: Self.capacity)
    headers = .allocate(byteCount: Self.capacity * Self.headerPlace, alignment: 16)
    loads = Array(repeating: Load(), count: Self.capacity)
  }

  deinit {
    messages.deallocate()
    headers.deallocate()
  }

  /// One message; `index` is in `0..<capacity`.
  subscript(index: Int) -> hw_packet {
    _read { yield messages[index] }
    _modify { yield &messages[index] }
  }

  /// Makes a slot available to receive a message into.
  func offer(_ index: Int, slot: PacketPool.Handle, in pool: borrowing PacketPool) {
    messages[index].bytes = pool.message(slot).assumingMemoryBound(to: UInt8.self)
    messages[index].capacity = UInt32(pool.messageCapacity(slot))
  }

  /// Receives at most as many messages as slots have been offered. Returns 0, or the error number if there is
  /// nothing.
  mutating func receive(from socket: PacketSocket) -> CInt {
    let result = hw_packet_receive(socket.descriptor, messages, UInt32(Self.capacity))
    count = max(0, Int(result))
    for index in 0..<count { loads[index].bytes = Int(messages[index].length) - PacketPool.offloadLength }
    return result < 0 ? -result : 0
  }

  /// Makes the batch empty, to be filled with ``append(_:in:)``.
  mutating func removeAll() {
    count = 0
  }

  /// Adds packets to be sent as one frame. The batch must have room.
  mutating func append(_ packets: OutgoingPackets, in pool: borrowing PacketPool) {
    let length = Int(pool.record(packets.handle).pointee.length)
    messages[count].bytes = pool.message(packets.handle).assumingMemoryBound(to: UInt8.self)
    messages[count].length = UInt32(PacketPool.offloadLength + length)
    messages[count].rest_length = 0
    loads[count] = packets.isHousekeeping ? Load(packets: 0, bytes: 0) : Load(packets: 1, bytes: length)
    defer { count += 1 }
    guard let pieces = packets.pieces, let largeSend = pool.largeSend(packets.handle) else { return }
    let bytes = pieces.count * largeSend.payloadOffset + largeSend.payload(of: pieces).count
    loads[count] = Load(packets: pieces.count, bytes: bytes)
    if pieces.count < largeSend.segmentCount { setMessage(pieces, of: largeSend, packets.handle, in: pool) }
  }

  /// Turns the last message into a smaller large send with new headers, or into an ordinary packet.
  private func setMessage(
    _ pieces: Range<Int>, of largeSend: LargeSend, _ handle: PacketPool.Handle, in pool: borrowing PacketPool
  ) {
    let place = headers + count * Self.headerPlace
    let length = largeSend.payloadOffset
    precondition(length <= Self.longestHeaders)
    memcpy(place, pool.message(handle), PacketPool.offloadLength + length)
    let offload = place.assumingMemoryBound(to: virtio_net_hdr.self)
    offload.pointee.hdr_len = UInt16(length)
    if pieces.count == 1 {
      offload.pointee.gso_type = UInt8(VIRTIO_NET_HDR_GSO_NONE)
      offload.pointee.gso_size = 0
    } else if pieces.lowerBound > 0 {
      // Only the first segment carries the "congestion window reduced" flag.
      offload.pointee.gso_type &= ~UInt8(VIRTIO_NET_HDR_GSO_ECN)
    }
    let start = (place + PacketPool.offloadLength).assumingMemoryBound(to: UInt8.self)
    var bytes = UnsafeMutableBufferPointer(start: start, count: length).mutableSpan
    largeSend.prepare(pieces, in: &bytes)
    let payload = largeSend.payload(of: pieces)
    messages[count].bytes = place.assumingMemoryBound(to: UInt8.self)
    messages[count].length = UInt32(PacketPool.offloadLength + length)
    messages[count].rest = UnsafePointer(pool.frame(handle).baseAddress.map { $0 + payload.lowerBound })
    messages[count].rest_length = UInt32(payload.count)
  }

  /// Sends the messages from `first` on. Returns how many the kernel accepted, or the error number of the first one
  /// that it refused.
  func send(from first: Int, to socket: PacketSocket) -> (sent: Int, error: CInt) {
    let result = hw_packet_send(socket.descriptor, messages + first, UInt32(count - first))
    return result < 0 ? (0, -result) : (Int(result), 0)
  }
}

extension PacketBatch {
  /// Reinserts the 802.1Q tag after the addresses, because the kernel removes it from the frames that it delivers.
  mutating func restoreTag(_ index: Int) {
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
    loads[index].bytes += tagLength
    let offload = UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: virtio_net_hdr.self)
    guard Int32(offload.pointee.flags) & VIRTIO_NET_HDR_F_NEEDS_CSUM != 0 else { return }
    offload.pointee.csum_start += UInt16(tagLength)
    offload.pointee.hdr_len += UInt16(tagLength)
  }
}
