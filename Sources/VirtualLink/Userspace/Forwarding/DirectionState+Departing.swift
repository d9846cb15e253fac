import CLinux
import Glibc
import LinkConditions
import Wire

extension DirectionState {
  /// Sends the packets that are due.
  mutating func depart(with bench: inout Workbench) throws(LinkError) {
    if !bench.made.isEmpty { takeMade(with: &bench) }
    while !isBlocked {
      if outgoing.isEmpty {
        guard let next = emulator.nextDeparture else { return }
        let now = EngineClock.now
        guard next <= now else { return }
        takeDepartures(at: now, with: &bench)
      }
      try sendOutgoing(with: &bench)
    }
  }

  /// Takes the packets that the link itself has made for this direction. They leave at once if there is room.
  private mutating func takeMade(with bench: inout Workbench) {
    let mine = bench.made.filter { $0.direction == direction }
    bench.made.removeAll { $0.direction == direction }
    for (_, handle) in mine {
      guard outgoing.count < PacketBatch.capacity else {
        bench.pool.release(handle)
        continue
      }
      statistics.made += 1
      outgoing.append(OutgoingPackets(handle))
      guard bench.isTapped else { continue }
      bench.show(
        handle,
        FrameSighting(
          timestamp: bench.clock.timestamp(EngineClock.now), direction: direction, place: .leaving, fate: .made))
    }
  }

  private mutating func takeDepartures(at now: LinkInstant, with bench: inout Workbench) {
    let isRewritten = direction == .uplink && bench.rebinding.isActive
    let isApart = isRewritten || bench.looksAtPackets
    defer { releaseDiscarded(with: &bench) }
    while outgoing.count < PacketBatch.capacity, let departure = emulator.depart(at: now) {
      guard let handle = bench.pool.alter(departure, isApart: isApart) else {
        statistics.droppedByMemory += 1
        continue
      }
      // What was reordered leaves before it is due.
      if !departure.overtakes { statistics.lateness.record(now - departure.due) }
      if departure.corruptedBit != nil { statistics.corrupted += 1 }
      if departure.isMarked { statistics.marked += 1 }
      if outgoing.isEmpty || !outgoing[outgoing.count - 1].join(handle) { outgoing.append(OutgoingPackets(handle)) }
      // A conversation is identified by the client's own port, which the far side no longer sees.
      if bench.profile.watchesPackets { bench.observe(handle, direction, at: now) }
      var clientPort: UInt16?
      if isRewritten {
        var bytes = bench.pool.frame(handle).mutableSpan
        clientPort = PortRewrite(bytes.span, .source)?.port
        bench.rebinding.translateOut(&bytes)
      }
      guard bench.isTapped else { continue }
      let delay = now.nanoseconds - departure.admitted.nanoseconds
      var sighting = FrameSighting(
        timestamp: bench.clock.timestamp(now), direction: direction, place: .leaving,
        fate: .delivered(delay: delay), corruptedBit: departure.corruptedBit)
      sighting.isMarked = departure.isMarked
      sighting.isReordered = departure.overtakes
      sighting.clientPort = clientPort
      bench.show(handle, sighting)
    }
  }

  private mutating func sendOutgoing(with bench: inout Workbench) throws(LinkError) {
    bench.departures.removeAll()
    for packets in outgoing { bench.departures.append(packets, in: bench.pool) }
    let handled = try send(bench.departures)
    for packets in outgoing.prefix(handled) { bench.pool.release(packets.handle, holds: packets.holds) }
    outgoing.removeFirst(handled)
  }

  /// Sends the frames that have just arrived, unchanged.
  mutating func forward(with bench: inout Workbench) throws(LinkError) {
    recordWait(of: bench.arrivals, &bench.steps)
    let handled = try send(bench.arrivals)
    for index in 0..<bench.arrivals.count {
      let length = Int(bench.arrivals[index].length) - PacketPool.offloadLength
      statistics.entered += 1
      statistics.enteredBytes += length
      bench.watch(room: index, length: length, direction)
      guard index >= handled else { continue }
      // The kernel accepts no more for now, so the rest is kept in slots of its own.
      if let handle = bench.keep(room: index, length: length) {
        outgoing.append(OutgoingPackets(handle))
      } else {
        statistics.droppedByMemory += 1
      }
    }
  }

  /// Frames that are forwarded unchanged were due when they arrived. The first of a batch has waited for longest, and counts for all.
  private mutating func recordWait(of arrivals: borrowing PacketBatch, _ steps: inout ClockSteps) {
    guard arrivals.count > 0 else { return }
    let (now, wall) = EngineClock.both
    steps.look(now: now, wall: wall)
    let arrival = Arrival(
      stampedAt: arrivals[0].wall_clock, now: now, wall: wall, after: LinkInstant(nanoseconds: .min), since: steps.last)
    statistics.lateness.record(now - arrival.instant, count: arrivals.count)
  }

  /// Sends a batch. Returns how many of its messages were sent or refused. If some remain, they must wait, and the
  /// direction is blocked.
  private mutating func send(_ batch: borrowing PacketBatch) throws(LinkError) -> Int {
    var handled = 0
    while handled < batch.count {
      let (sent, error) = batch.send(from: handled, to: egress)
      for index in handled..<handled + sent {
        statistics.left += batch.loads[index].packets
        statistics.leftBytes += batch.loads[index].bytes
      }
      handled += sent
      switch error {
      case 0, EINTR: continue
      case EAGAIN:
        isBlocked = true
        return handled
      case ENXIO, ENODEV, ENETDOWN:
        isInterfaceDown = true
        try checkInterfaces()
        fallthrough
      default:
        // Only this packet was refused: it is too long for the interface or malformed, or the device has no room.
        statistics.droppedBySend += batch.loads[handled].packets
        handled += 1
      }
    }
    return handled
  }
}
