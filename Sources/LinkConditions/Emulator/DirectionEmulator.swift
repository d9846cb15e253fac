/// One direction of a link whose profile has selections: an emulator for each part of the traffic.
///
/// Each part has a queue, a bandwidth and random numbers of its own; what one does has no effect on another.
public struct DirectionEmulator: Sendable {
  private let direction: LinkDirection
  private let seed: UInt64
  /// The rest of the traffic first, then the selections in order; those of an earlier profile stay until they are empty.
  private var parts: [LinkEmulator]

  /// - Parameters:
  ///   - seed: the direction's; the part of all traffic that is not selected has this very one.
  ///   - began: when the profile comes into force.
  public init(_ profile: Profile, _ direction: LinkDirection, seed: UInt64, startingAt began: LinkInstant) {
    self.direction = direction
    self.seed = seed
    parts = [LinkEmulator(conditions: profile[direction], seed: seed, startingAt: began)]
    adopt(profile.selections, at: began)
  }

  /// Decides about a packet and queues it.
  /// - Parameter part: what `PacketClassifier` says.
  public mutating func admit(_ packet: LinkPacket, part: Int = 0, at now: LinkInstant) -> Admission {
    parts[part < parts.count ? part : 0].admit(packet, at: now)
  }

  /// The conditions that a part of the traffic has.
  public func conditions(ofPart part: Int) -> DirectionConditions {
    parts[part < parts.count ? part : 0].conditions
  }

  /// What the packet admitted last to a part will meet; see `LinkEmulator.outlook`.
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
    var earliest: (part: Int, due: LinkInstant)?
    for (index, part) in parts.enumerated() {
      guard let due = part.nextDeparture, due <= now else { continue }
      if let earliest, earliest.due <= due { continue }
      earliest = (index, due)
    }
    return earliest.flatMap { parts[$0.part].depart(at: now) }
  }

  /// Puts another profile in force; queued packets keep the departure they were given.
  public mutating func change(to profile: Profile, at began: LinkInstant) {
    parts[0].change(to: profile[direction], at: began)
    adopt(profile.selections, at: began)
  }

  /// Starts over with a profile, its random numbers from the first, and nothing queued.
  /// - Returns: the handles of what was queued, copies counted.
  public mutating func startOver(_ profile: Profile, at began: LinkInstant) -> [Int32] {
    var dropped: [Int32] = []
    while let departure = depart(at: LinkInstant(nanoseconds: .max)) { dropped.append(departure.handle) }
    self = DirectionEmulator(profile, direction, seed: seed, startingAt: began)
    return dropped
  }

  /// How many packets (copies counted) are queued.
  public var queuedPackets: Int { parts.reduce(0) { $0 + $1.queuedPackets } }

  private mutating func adopt(_ selections: [Selection], at began: LinkInstant) {
    for (index, selection) in selections.enumerated() {
      let conditions = selection[direction]
      if index + 1 < parts.count {
        parts[index + 1].change(to: conditions, at: began)
      } else {
        let own = RunSeed.mixed(seed &+ UInt64(index) &+ 1)
        parts.append(LinkEmulator(conditions: conditions, seed: own, startingAt: began))
      }
    }
    while parts.count > selections.count + 1, parts[parts.count - 1].queuedPackets == 0 { parts.removeLast() }
  }
}
