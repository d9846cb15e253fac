import LinkConditions

/// A link in virtual time. It sends packets at given instants and collects what comes out.
struct VirtualTime {
  var emulator: LinkEmulator
  var departures: [Departure] = []
  var admissions: [Admission] = []

  init(_ conditions: DirectionConditions, seed: UInt64 = 1) {
    emulator = LinkEmulator(conditions: conditions, seed: seed)
  }

  /// Sends a packet of this many IP bytes, after everything due before it has left.
  mutating func send(_ ipLength: Int32, at nanoseconds: Int64, isDNSQuery: Bool = false) {
    run(until: nanoseconds)
    let packet = LinkPacket(
      handle: Int32(admissions.count), frameLength: ipLength + 14, ipLength: ipLength, isDNSQuery: isDNSQuery)
    admissions.append(emulator.admit(packet, at: LinkInstant(nanoseconds: nanoseconds)))
  }

  /// Lets every packet leave that is due by then, each at its own instant.
  mutating func run(until nanoseconds: Int64 = .max) {
    while let next = emulator.nextDeparture, next.nanoseconds <= nanoseconds, let departure = emulator.depart(at: next)
    {
      departures.append(departure)
    }
  }

  var queued: Int { admissions.reduce(0) { $0 + $1.queuedCopies } }
}
