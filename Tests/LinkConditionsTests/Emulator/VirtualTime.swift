import LinkConditions

/// A link in virtual time. It sends packets at given instants and collects what comes out.
struct VirtualTime {
  var emulator: LinkEmulator
  var departures: [Departure] = []
  var admissions: [Admission] = []
  var discarded: [Discarded] = []

  init(_ conditions: DirectionConditions, seed: UInt64 = 1) {
    emulator = LinkEmulator(conditions: conditions, seed: seed)
  }

  /// Sends a packet of this many IP bytes, after everything due before it has left.
  mutating func send(
    _ ipLength: Int32, at nanoseconds: Int64, isDNSQuery: Bool = false, isECNCapable: Bool = false, flow: UInt32 = 0
  ) {
    run(until: nanoseconds)
    let packet = LinkPacket(
      handle: Int32(admissions.count), frameLength: ipLength + 14, ipLength: ipLength, isDNSQuery: isDNSQuery,
      isECNCapable: isECNCapable, flow: flow)
    admissions.append(emulator.admit(packet, at: LinkInstant(nanoseconds: nanoseconds)))
    discarded += emulator.takeDiscarded()
  }

  /// Switches the conditions, after everything due before has left.
  @discardableResult
  mutating func change(to conditions: DirectionConditions, queued: QueuedTreatment, at nanoseconds: Int64) -> Int {
    run(until: nanoseconds)
    defer { discarded += emulator.takeDiscarded() }
    return emulator.change(to: conditions, queued: queued, at: LinkInstant(nanoseconds: nanoseconds))
  }

  /// Lets every packet leave that is due by then, each at its own instant.
  mutating func run(until nanoseconds: Int64 = .max) {
    while let next = emulator.nextDeparture, next.nanoseconds <= nanoseconds {
      // It can be the turn of a packet that waits, and not a departure.
      if let departure = emulator.depart(at: next) { departures.append(departure) }
    }
    discarded += emulator.takeDiscarded()
  }

  var queued: Int { admissions.reduce(0) { $0 + $1.queuedCopies } }
}
