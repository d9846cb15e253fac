import CLinux
import Glibc
import LinkConditions
import Wire

extension DirectionState {
  /// Receives at most one batch of packets, and decides about each packet.
  mutating func receive(with bench: inout Workbench) throws(LinkError) {
    guard !isBlocked else { return }
    let error = bench.arrivals.receive(from: ingress)
    guard error == 0 else { return try handleReceiveError(error) }
    isInterfaceDown = false
    let arrived = bench.arrivals.count
    for index in 0..<arrived where bench.arrivals[index].vlan_tag != 0 {
      bench.arrivals.restoreTag(index)
    }
    if isStraight, !bench.arrivalsHoldHousekeeping() {
      try forward(with: &bench)
    } else {
      let (now, wall) = EngineClock.both
      bench.noteClock(now: now, wall: wall)
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
      // The kernel dropped a frame that it cannot describe in an offload header, or it was short of memory for the
      // moment.
      statistics.overruns += 1
    default:
      throw LinkError("receive on \(ingress.interface)", errno: error)
    }
  }

  /// Admits one frame from the kernel, after splitting it if necessary.
  private mutating func admitArrival(_ index: Int, now: LinkInstant, wall: Int64, with bench: inout Workbench)
    throws(LinkError)
  {
    let message = bench.arrivals[index]
    let length = Int(message.length) - PacketPool.offloadLength
    guard length > 0 else {
      statistics.overruns += 1
      return
    }
    let arrival = Arrival(
      stampedAt: message.wall_clock, now: now, wall: wall, after: lastArrival, since: bench.steps.last)
    lastArrival = arrival.instant
    let room = bench.rooms[index]
    bench.pool.record(room).pointee.length = Int32(length)
    if let housekeeping = Housekeeping(bench.pool.frame(room).span) {
      return carry(housekeeping, index, length: length, arrival, with: &bench)
    }
    bench.watch(room: index, length: length, direction)
    adoptProfile(of: &bench)
    if carriage == .perPacket || carriage == .fates, let largeSend = bench.pool.largeSend(room) {
      statistics.largeSendsCut += 1
      if carriage == .fates, largeSend.isNameable {
        return try admitFates(of: index, largeSend, arrival, with: &bench)
      }
      return try admitPieces(of: room, largeSend, arrival, with: &bench)
    }
    guard let handle = bench.keep(room: index, length: length) else {
      statistics.entered += 1
      statistics.enteredBytes += length
      statistics.droppedByMemory += 1
      return
    }
    if carriage == .perPacket { bench.pool.completeChecksum(handle) }
    try take(handle, arrival, with: &bench)
  }

  /// Carries housekeeping frames, to which no conditions apply.
  private mutating func carry(
    _ housekeeping: Housekeeping, _ index: Int, length: Int, _ arrival: Arrival, with bench: inout Workbench
  ) {
    guard housekeeping == .resolution, outgoing.count < PacketBatch.capacity,
      let handle = bench.keep(room: index, length: length)
    else { return }
    outgoing.append(OutgoingPackets(handle, isHousekeeping: true))
    guard bench.isTapped else { return }
    bench.pool.completeChecksum(handle)
    show(handle, .queued(copies: 1), part: 0, arrival, with: &bench)
    bench.show(
      handle,
      FrameSighting(
        timestamp: bench.clock.timestamp(arrival.instant), direction: direction, place: .leaving,
        fate: .delivered(delay: 0)))
  }

  private mutating func admitPieces(
    of room: PacketPool.Handle, _ largeSend: LargeSend, _ arrival: Arrival, with bench: inout Workbench
  ) throws(LinkError) {
    for segment in 0..<largeSend.segmentCount {
      guard let piece = bench.pool.cut(segment, of: largeSend, from: room) else {
        statistics.entered += 1
        statistics.enteredBytes += largeSend.payloadOffset + largeSend.payload(of: segment).count
        statistics.droppedByMemory += 1
        continue
      }
      try take(piece, arrival, with: &bench)
    }
  }

  /// Decides about each segment of a large send, whose bytes stay in one piece.
  private mutating func admitFates(
    of index: Int, _ largeSend: LargeSend, _ arrival: Arrival, with bench: inout Workbench
  ) throws(LinkError) {
    guard let whole = bench.keep(room: index, length: largeSend.frameLength) else {
      for segment in 0..<largeSend.segmentCount {
        statistics.entered += 1
        statistics.enteredBytes += largeSend.frameLength(of: segment)
        statistics.droppedByMemory += 1
      }
      return
    }
    var packet = LinkPacket(handle: whole, frame: bench.pool.frame(whole).span, hashesFlow: hashesFlows)
    for segment in 0..<largeSend.segmentCount {
      packet.handle = PacketPool.piece(segment, of: whole)
      packet.frameLength = Int32(truncatingIfNeeded: largeSend.frameLength(of: segment))
      packet.ipLength = packet.frameLength - Int32(truncatingIfNeeded: largeSend.networkOffset)
      let admission = emulator.admit(packet, at: arrival.instant)
      count(admission, frameLength: Int(packet.frameLength))
      bench.pool.record(whole).pointee.references += Int32(admission.queuedCopies)
    }
    releaseDiscarded(with: &bench)
    // Release the hold on the whole; the holds of the segments remain.
    bench.pool.release(whole)
  }

  /// Admits one packet as a network would carry it, after translating its ports and fragmenting it to the MTU if
  /// necessary.
  private mutating func take(
    _ handle: PacketPool.Handle, _ arrival: Arrival, with bench: inout Workbench
  ) throws(LinkError) {
    adoptProfile(of: &bench)
    if direction == .downlink, bench.rebinding.isActive {
      var bytes = bench.pool.frame(handle).mutableSpan
      guard bench.rebinding.translateIn(&bytes) else {
        statistics.entered += 1
        statistics.enteredBytes += bytes.count
        statistics.droppedByRebinding += 1
        show(handle, .dropped(.rebinding), part: 0, arrival, with: &bench)
        return bench.pool.release(handle)
      }
    }
    let part = part(of: handle, in: &bench)
    if let mtu = emulator.conditions(ofPart: part).mtu,
      let cut = IPv4Fragmentation(bench.pool.frame(handle).span, mtu: mtu.bytes)
    {
      return try admitFragments(of: handle, cut, part, arrival, with: &bench)
    }
    try admit(handle, part, arrival, with: &bench)
  }

  private mutating func admitFragments(
    of handle: PacketPool.Handle, _ cut: IPv4Fragmentation, _ part: Int, _ arrival: Arrival,
    with bench: inout Workbench
  ) throws(LinkError) {
    for index in 0..<cut.count {
      let fragment = cut.fragment(index, of: bench.pool.frame(handle).span)
      if let piece = bench.keep(fragment) {
        try admit(piece, part, arrival, with: &bench)
      } else {
        statistics.entered += 1
        statistics.enteredBytes += fragment.count
        statistics.droppedByMemory += 1
      }
    }
    bench.pool.release(handle)
  }

  private mutating func admit(
    _ handle: PacketPool.Handle, _ part: Int, _ arrival: Arrival, with bench: inout Workbench
  ) throws(LinkError) {
    let packet = LinkPacket(handle: handle, frame: bench.pool.frame(handle).span, hashesFlow: hashesFlows)
    let admission = emulator.admit(packet, part: part, at: arrival.instant)
    count(admission, frameLength: Int(packet.frameLength))
    let fate: FrameSighting.Fate =
      admission.queuedCopies > 0 ? .queued(copies: admission.queuedCopies) : .dropped(.init(admission.drop))
    show(handle, fate, part: part, arrival, with: &bench)
    if admission.drop == .mtu { report(handle, part, with: &bench) }
    if admission.queuedCopies == 0 {
      bench.pool.release(handle)
    } else {
      bench.pool.record(handle).pointee.references = Int32(admission.queuedCopies)
    }
    releaseDiscarded(with: &bench)
    // This packet can change the profile for the next one, so send what is due at once.
    if bench.profile.watchesPackets { try depart(with: &bench) }
  }

  private func show(
    _ handle: PacketPool.Handle, _ fate: FrameSighting.Fate, part: Int, _ arrival: Arrival,
    with bench: inout Workbench
  ) {
    guard bench.isTapped else { return }
    var sighting = FrameSighting(
      timestamp: bench.clock.timestamp(arrival.instant), direction: direction, place: .entering, fate: fate)
    sighting.part = part
    if case .queued = fate, let outlook = emulator.outlook(ofPart: part) {
      sighting.corruptedBit = outlook.corruptedBit
      sighting.isMarked = outlook.isMarked
      sighting.isReordered = outlook.overtakes
      let conditions = emulator.conditions(ofPart: part)
      sighting.isUndecided = conditions.discipline != .fifo
      let isCertain = conditions.slots == nil && !sighting.isUndecided
      sighting.expectedDelay = isCertain ? max(0, (outlook.due - outlook.admitted).nanoseconds) : nil
    }
    bench.show(handle, sighting)
  }

  /// Sends an ICMP error about a packet that is too long, if the conditions ask for it and the rate limit allows it.
  private func report(_ handle: PacketPool.Handle, _ part: Int, with bench: inout Workbench) {
    guard let mtu = emulator.conditions(ofPart: part).mtu, mtu.answers,
      let report = DatagramTooLong.report(on: bench.pool.frame(handle).span, mtu: mtu.bytes),
      bench.replies.take(at: EngineClock.now), let made = bench.keep(report)
    else { return }
    bench.made.append((direction == .uplink ? .downlink : .uplink, made))
  }

  private mutating func count(_ admission: Admission, frameLength: Int) {
    statistics.entered += 1
    statistics.enteredBytes += frameLength
    statistics.duplicated += admission.copies - 1
    let dropped = admission.copies - admission.queuedCopies
    if dropped > 0 { statistics.count(dropped, droppedBy: admission.drop) }
    statistics.queuedAtMost = max(statistics.queuedAtMost, emulator.queuedPackets)
  }
}

extension FrameSighting.Reason {
  fileprivate init(_ drop: Admission.Drop?) {
    switch drop {
    case .queueLimit: self = .queueLimit
    case .list: self = .list
    case .mtu: self = .mtu
    case .discipline: self = .discipline
    // A switch drops only what was queued before.
    case .loss, .switched, nil: self = .loss
    }
  }
}

extension LargeSend {
  /// Whether its segments can have handles of their own, and new headers can be written for them without copying the
  /// payload.
  fileprivate var isNameable: Bool {
    segmentCount < PacketPool.segmentLimit && payloadOffset <= PacketBatch.longestHeaders
  }
}
