public import LinkConditions

/// Carries the packets of a link from one end of its wire to the other, and conditions them.
///
/// A profile means the same on every engine; netem's semantics are the reference. An engine is created with its first
/// profile or timeline, and reports to its creator if it fails before it is stopped.
public protocol LinkEngine: Sendable {
  /// Which engine it is.
  var kind: EngineKind { get }

  /// The profile in force and the pending phases.
  var progress: TimelineProgress { get }

  /// Starts carrying packets. An engine can be started only once.
  func start() throws

  /// What a switch does to the packets that wait for their turn, unless it says otherwise.
  var usualTreatment: QueuedTreatment { get }

  /// Replaces the conditions for all further packets.
  ///
  /// This ends the previous timeline. It returns when the new conditions are in force, so packets that are sent
  /// afterwards are subject to them.
  /// - Parameter queued: what happens to the packets that wait for their turn; nil for `usualTreatment`.
  /// - Throws: `LinkError` if the engine cannot bring the profile into force; the behaviour is then undefined until
  ///   another profile is in force.
  func change(to timeline: Timeline, queued: QueuedTreatment?) throws

  /// Restarts with a timeline, as if the link were new: the queues are empty and the random numbers begin again.
  /// netem can do neither, so its engine only changes the conditions.
  func reset(to timeline: Timeline) throws

  /// Appends phases to the pending ones, and returns once the engine watches for the events that start them.
  /// - Throws: `LinkError` if the engine cannot do one of them.
  func follow(_ phases: [Timeline.Phase]) throws

  /// Adds a tap that sees each frame from now on, besides the tap that the engine may have been created with.
  func observe(_ tap: any PacketTap) throws

  /// Applies an event to the link itself, and returns when that is done.
  /// - Throws: `LinkError` if the engine cannot do that.
  func perform(_ event: LinkEvent) throws

  /// The counters as of now.
  func statistics() throws -> LinkStatistics

  /// Stops the engine. Queued packets are lost. May be called more than once.
  /// - Returns: the final counters.
  @discardableResult
  func stop() -> LinkStatistics
}

extension LinkEngine {
  /// The profile in force. With a timeline, that is the profile of the current phase.
  public var profile: Profile { progress.profile }

  public func reset(to timeline: Timeline) throws {
    try change(to: timeline, queued: nil)
  }

  /// Changes to another timeline; the packets that wait are treated as usual.
  public func change(to timeline: Timeline) throws {
    try change(to: timeline, queued: nil)
  }

  /// Puts one profile in force.
  public func change(to profile: Profile, queued: QueuedTreatment? = nil) throws {
    try change(to: Timeline(first: profile), queued: queued)
  }
}

/// What carries a link's packets and conditions them.
public enum EngineKind: String, CaseIterable, Sendable {
  /// Headwind's own forwarder.
  case userspace
  /// The kernel's emulator, sch_netem.
  case netem
}
