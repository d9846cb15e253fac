import CLinux
import Glibc
import LinkConditions
import Wire

extension DirectionState {
  /// Receives what has come, at most a batch of it, and decides about each packet.
  mutating func receive(with bench: inout Workbench) throws(LinkError) {
    guard !isBlocked else { return }
    let error = bench.arrivals.receive(from: ingress)
    guard error == 0 else { return try handleReceiveError(error) }
    isInterfaceDown = false
    let arrived = bench.arrivals.count
    for index in 0..<arrived where bench.arrivals[index].vlan_tag != 0 {
      bench.arrivals.restoreTag(index)
    }
    if isStraight {
      try forward(with: &bench)
    } else {
      let now = EngineClock.now
      let wall = EngineClock.wall
      for index in 0..<arrived { try admitArrival(index, now: now, wall: wall, with: &bench) }
    }
  }

  private mutating func handleReceiveError(_ error: CInt) throws(LinkError) {
    switch error {
    case EAGAIN, EINTR: return
    case ENETDOWN, ENXIO, ENODEV:
      isInterfaceDown = true
      try checkInterfaces()
    case EINVAL, ENOBUFS, ENOMEM, EMSGSIZE:
      // A frame of a kind that the kernel cannot describe to us, which it has thrown away, or a passing shortage.
      statistics.overruns += 1
    default:
      throw LinkError("receive on \(ingress.interface)", errno: error)
    }
  }

  /// One frame as it came from the kernel: cuts it if it must be, and admits the pieces.
  private mutating func admitArrival(_ index: Int, now: LinkInstant, wall: Int64, with bench: inout Workbench)
    throws(LinkError)
  {
    let message = bench.arrivals[index]
    let length = Int(message.length) - PacketPool.offloadLength
    guard length > 0 else {
      statistics.overruns += 1
      return
    }
    let arrival = Arrival(stampedAt: message.wall_clock, now: now, wall: wall)
    let room = bench.rooms[index]
    let offload = bench.pool.offload(room).pointee
    bench.pool.record(room).pointee.length = Int32(length)
    if carriage == .perPacket, let transport = offload.transport {
      let frame = bench.pool.frame(room).span
      let largeSend = LargeSend(
        frame, transport: transport, transportOffset: Int(offload.csum_start), segmentPayload: Int(offload.gso_size))
      if let largeSend { return try admitPieces(of: room, largeSend, arrival, with: &bench) }
    }
    guard let handle = bench.keep(room: index, length: length) else {
      statistics.entered += 1
      statistics.enteredBytes += length
      statistics.droppedByMemory += 1
      return
    }
    if carriage == .perPacket { bench.pool.completeChecksum(handle) }
    try admit(handle, arrival, with: &bench)
  }

  private mutating func admitPieces(
    of room: PacketPool.Handle, _ largeSend: LargeSend, _ arrival: Arrival, with bench: inout Workbench
  ) throws(LinkError) {
    statistics.largeSendsCut += 1
    for segment in 0..<largeSend.segmentCount {
      guard let piece = bench.pool.cut(segment, of: largeSend, from: room) else {
        statistics.entered += 1
        statistics.enteredBytes += largeSend.payloadOffset + largeSend.payload(of: segment).count
        statistics.droppedByMemory += 1
        continue
      }
      try admit(piece, arrival, with: &bench)
    }
  }

  private mutating func admit(
    _ handle: PacketPool.Handle, _ arrival: Arrival, with bench: inout Workbench
  ) throws(LinkError) {
    adoptProfile(of: bench)
    let packet = LinkPacket(handle: handle, frame: bench.pool.frame(handle).span)
    let admission = emulator.admit(packet, at: arrival.instant)
    count(admission, frameLength: Int(packet.frameLength))
    if bench.isTapped {
      let fate: FrameSighting.Fate =
        admission.queuedCopies > 0 ? .queued(copies: admission.queuedCopies) : .dropped(.init(admission.drop))
      bench.show(
        handle,
        FrameSighting(timestamp: arrival.timestamp, direction: direction, place: .entering, fate: fate))
    }
    if admission.queuedCopies == 0 {
      bench.pool.release(handle)
    } else {
      bench.pool.record(handle).pointee.references = Int32(admission.queuedCopies)
    }
    // This packet may change the profile for the next one, and what is due leaves at once.
    if bench.profile.watchesPackets { try depart(with: &bench) }
  }

  private mutating func count(_ admission: Admission, frameLength: Int) {
    statistics.entered += 1
    statistics.enteredBytes += frameLength
    statistics.duplicated += admission.copies - 1
    let dropped = admission.copies - admission.queuedCopies
    if dropped > 0 {
      switch admission.drop {
      case .queueLimit: statistics.droppedByQueue += dropped
      case .loss, nil: statistics.droppedByLoss += dropped
      }
    }
    statistics.queuedAtMost = max(statistics.queuedAtMost, emulator.queuedPackets)
  }
}

extension FrameSighting.Reason {
  fileprivate init(_ drop: Admission.Drop?) {
    self = drop == .queueLimit ? .queueLimit : .loss
  }
}

extension virtio_net_hdr {
  /// What an uncut frame is to be cut as; nil for an ordinary frame and for kinds that no sender here makes.
  fileprivate var transport: LargeSend.Transport? {
    switch Int32(gso_type) & ~VIRTIO_NET_HDR_GSO_ECN {
    case VIRTIO_NET_HDR_GSO_TCPV4, VIRTIO_NET_HDR_GSO_TCPV6: .tcp
    case CInt(HW_GSO_UDP_L4): .udp
    default: nil
    }
  }
}
