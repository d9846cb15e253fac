import CLinux
import Glibc
import LinkConditions
import Wire

/// Changes to a packet's bytes. `Wire` reads and writes headers; here, bytes are only copied.
extension PacketPool {
  /// Copies a segment of a large send into a slot of its own, as a packet. Returns nil if there is no memory for it.
  mutating func cut(_ segment: Int, of largeSend: LargeSend, from whole: Handle) -> Handle? {
    let payload = largeSend.payload(of: segment)
    guard let piece = allocate(frameLength: largeSend.payloadOffset + payload.count) else { return nil }
    let source = frame(whole)
    let target = frame(piece)
    // Both ranges are inside the whole frame, and the new slot was allocated for their total length.
    guard let from = source.baseAddress, let to = target.baseAddress, largeSend.frameLength == source.count
    else { return nil }
    memcpy(to, from, largeSend.payloadOffset)
    memcpy(to + largeSend.payloadOffset, from + payload.lowerBound, payload.count)
    offload(piece).pointee = virtio_net_hdr()
    var bytes = target.mutableSpan
    largeSend.finish(segment: segment, in: &bytes)
    return piece
  }

  /// Writes the checksum that the sender left to checksum offload.
  func completeChecksum(_ handle: Handle) {
    let header = offload(handle).pointee
    // A large send that could not be split is forwarded unchanged.
    guard Int32(header.gso_type) == VIRTIO_NET_HDR_GSO_NONE else { return }
    if Int32(header.flags) & VIRTIO_NET_HDR_F_NEEDS_CSUM != 0 {
      var bytes = frame(handle).mutableSpan
      PartialChecksum(start: Int(header.csum_start), fieldOffset: Int(header.csum_offset)).complete(in: &bytes)
    }
    offload(handle).pointee = virtio_net_hdr()
  }

  /// How to split a packet that the sender left to segmentation offload; nil for an ordinary packet and for one that
  /// cannot be split.
  func largeSend(_ handle: Handle) -> LargeSend? {
    let header = offload(handle).pointee
    guard let transport = header.transport else { return nil }
    return LargeSend(
      frame(handle).span, transport: transport, transportOffset: Int(header.csum_start),
      segmentPayload: Int(header.gso_size))
  }

  /// Prepares a departing packet: corrupts or marks it if that is its fate. The changed bytes are then separate from
  /// those of its duplicates.
  /// - Parameter isApart: whether its bytes are going to be read or changed, so that it needs a slot of its own
  ///   anyway.
  mutating func alter(_ departure: Departure, isApart: Bool) -> Handle? {
    guard departure.corruptedBit != nil || departure.isMarked || isApart else { return departure.handle }
    guard let handle = separate(departure.handle) else { return nil }
    // Complete the checksum before corrupting a bit. Otherwise it would later be computed over the corrupted bytes,
    // and be correct.
    if departure.corruptedBit != nil { completeChecksum(handle) }
    var bytes = frame(handle).mutableSpan
    if departure.isMarked { CongestionMark.set(in: &bytes) }
    if let bit = departure.corruptedBit, bit >= 0, bit / 8 < bytes.count {
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    }
    return handle
  }

  /// Moves one hold of a packet to a copy in a slot of its own. Returns nil if there is no memory for it.
  private mutating func separate(_ handle: Handle) -> Handle? {
    if let segment = Self.segment(of: handle) {
      defer { release(handle) }
      return largeSend(handle).flatMap { cut(segment, of: $0, from: handle) }
    }
    guard record(handle).pointee.references > 1 else { return handle }
    defer { release(handle) }
    guard let own = allocate(frameLength: Int(record(handle).pointee.length)) else { return nil }
    copyMessage(from: handle, to: own)
    return own
  }
}

extension virtio_net_hdr {
  /// The transport protocol of a large send; nil for an ordinary frame and for kinds that no sender here makes.
  var transport: LargeSend.Transport? {
    switch Int32(gso_type) & ~VIRTIO_NET_HDR_GSO_ECN {
    case VIRTIO_NET_HDR_GSO_TCPV4, VIRTIO_NET_HDR_GSO_TCPV6: .tcp
    case CInt(HW_GSO_UDP_L4): .udp
    default: nil
    }
  }
}
