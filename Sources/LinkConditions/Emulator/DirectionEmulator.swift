/// One direction of a link whose profile has selections, with one emulator for each part of the traffic.
///
/// Each part has its own queue, bandwidth and random numbers, and does not affect the others.
public struct DirectionEmulator: Sendable {
  private let direction: LinkDirection
  private let seed: UInt64
  /// The first part is the traffic that no selection matches; the selections follow in order. Parts of an earlier
  /// profile stay until they are empty.
  private var parts: [LinkEmulator]

  /// - Parameters:
  ///   - seed: the seed of the direction. The part that no selection matches uses this very seed.
  ///   - began: when the profile comes into force.
  public init(_ profile: Profile, _ direction: LinkDirection, seed: UInt64, startingAt began: LinkInstant) {
    self.direction = direction
    self.seed = seed
    parts = [LinkEmulator(conditions: profile[direction], seed: seed, startingAt: began)]
    adopt(profile.selections, at: began)
  }

  /// Decides about a packet and queues it.
  /// - Parameter part: the result of `PacketClassifier`.
  public mutating func admit(_ packet: LinkPacket, part: Int = 0, at now: LinkInstant) -> Admission {
    parts[part < parts.count ? part : 0].admit(packet, at: now)
  }

  /// The conditions that a part of the traffic has.
  public func conditions(ofPart part: Int) -> DirectionConditions {
    parts[part < parts.count ? part : 0].conditions
  }

  /// The departure of the packet that was admitted last to a part; see `LinkEmulator.outlook`.
  public func outlook(ofPart part: Int) -> Departure? {
    parts[part < parts.count ? part : 0].outlook
  }

  /// When the next packet is due, or nil if none is queued.
  public var nextDeparture: LinkInstant? {
    if parts.count == 1 { return parts[0].nextDeparture }
    return parts.lazy.compactMap(\.nextDeparture).min()
  }

  /// Removes and returns the next packet that is due at `now`, or nil if none is.
  public mutating func depart(at now: LinkInstant) -> Departure? {
    if parts.count == 1 { return parts[0].depart(at: now) }
    while true {
      var earliest: (part: Int, due: LinkInstant)?
      for (index, part) in parts.enumerated() {
        guard let due = part.nextDeparture, due <= now else { continue }
        if let earliest, earliest.due <= due { continue }
        earliest = (index, due)
      }
      guard let earliest else { return nil }
      // It can be the turn of a packet that waits, and not a departure.
      if let departure = parts[earliest.part].depart(at: earliest.due) { return departure }
    }
  }

  /// Puts another profile in force.
  /// - Parameter queued: what happens to the packets that wait for their turn.
  /// - Returns: how many packets waited, or were being sent, and have a new departure or none.
  @discardableResult
  public mutating func change(to profile: Profile, queued: QueuedTreatment = .keep, at began: LinkInstant) -> Int {
    let changed = parts[0].change(to: profile[direction], queued: queued, at: began)
    return changed + adopt(profile.selections, queued: queued, at: began)
  }

  /// Returns and forgets the packets that were dropped after they had been queued.
  public mutating func takeDiscarded() -> [Discarded] {
    if parts.count == 1 { return parts[0].takeDiscarded() }
    var all: [Discarded] = []
    for index in parts.indices { all += parts[index].takeDiscarded() }
    return all
  }

  /// Starts over with a profile: an empty queue, and random numbers from the seed.
  /// - Returns: the handles of the packets that were queued, copies included.
  public mutating func startOver(_ profile: Profile, at began: LinkInstant) -> [Int32] {
    var dropped: [Int32] = []
    while let departure = depart(at: LinkInstant(nanoseconds: .max)) { dropped.append(departure.handle) }
    dropped += takeDiscarded().map(\.handle)
    self = DirectionEmulator(profile, direction, seed: seed, startingAt: began)
    return dropped
  }

  /// How many packets, copies included, are queued.
  public var queuedPackets: Int { parts.reduce(0) { $0 + $1.queuedPackets } }

  @discardableResult
  private mutating func adopt(
    _ selections: [Selection], queued: QueuedTreatment = .keep, at began: LinkInstant
  ) -> Int {
    var changed = 0
    for (index, selection) in selections.enumerated() {
      let conditions = selection[direction]
      if index + 1 < parts.count {
        changed += parts[index + 1].change(to: conditions, queued: queued, at: began)
      } else {
        let own = RunSeed.mixed(seed &+ UInt64(index) &+ 1)
        parts.append(LinkEmulator(conditions: conditions, seed: own, startingAt: began))
      }
    }
    while parts.count > selections.count + 1, parts[parts.count - 1].queuedPackets == 0 { parts.removeLast() }
    return changed
  }
}
