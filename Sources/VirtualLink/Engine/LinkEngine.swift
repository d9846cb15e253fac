public import LinkConditions

/// Carries the packets of a link from one end of its wire to the other, and conditions them.
///
/// A profile means the same on every engine; netem's semantics are the reference. An engine is made with the profile (or
/// the timeline) to begin with, and tells whoever made it if it fails before it is told to stop.
public protocol LinkEngine: Sendable {
  var kind: EngineKind { get }

  /// The profile in force, and what is to follow it.
  var progress: TimelineProgress { get }

  /// Begins to carry packets. An engine starts once.
  func start() throws

  /// Puts other conditions in force for the packets to come; queued packets keep the departure they were given.
  ///
  /// The timeline so far ends with it. Returns when it is in force, so that what is sent from then on meets the new profile.
  /// - Throws: `LinkError` if the engine cannot bring the profile into force; then what it makes of packets is undefined
  ///   until another profile is.
  func change(to timeline: Timeline) throws

  /// Starts over with a timeline, so that what comes meets a link as it was at first: nothing queued, the random numbers those
  /// of the start. The kernel's engine can do neither, and only changes.
  func reset(to timeline: Timeline) throws

  /// Lets phases follow those that are still to come, and returns when it watches for what starts them.
  /// - Throws: `LinkError` if the engine cannot do one of them.
  func follow(_ phases: [Timeline.Phase]) throws

  /// Shows each frame to a tap from now on, besides the one that the engine may have been made with.
  func observe(_ tap: any PacketTap) throws

  /// Lets something happen to the link itself, and returns when it has.
  /// - Throws: `LinkError` if the engine cannot do that.
  func perform(_ event: LinkEvent) throws

  /// What has happened so far, as of now.
  func statistics() throws -> LinkStatistics

  /// Ends the engine; packets still queued are lost. May be called again.
  /// - Returns: what has happened in all.
  @discardableResult
  func stop() -> LinkStatistics
}

extension LinkEngine {
  /// The profile in force: of a timeline, that of the phase.
  public var profile: Profile { progress.profile }

  public func reset(to timeline: Timeline) throws {
    try change(to: timeline)
  }

  /// Puts one profile in force.
  public func change(to profile: Profile) throws {
    try change(to: Timeline(first: profile))
  }
}
