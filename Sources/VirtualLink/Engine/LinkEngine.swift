public import LinkConditions

/// Carries the packets of a link from one end of its wire to the other, and conditions them.
///
/// A profile means the same on every engine; netem's semantics are the reference. An engine is made with the profile (or
/// the timeline) to begin with, and tells whoever made it if it fails before it is told to stop.
public protocol LinkEngine: Sendable {
  var kind: EngineKind { get }

  /// The profile in force: of a timeline, that of the phase.
  var profile: Profile { get }

  /// Begins to carry packets. An engine starts once.
  func start() throws

  /// Puts other conditions in force for the packets to come; queued packets keep the departure they were given.
  ///
  /// A timeline ends with it. Returns when it is in force, so that what is sent from then on meets the new profile.
  /// - Throws: `LinkError` if the engine cannot bring the profile into force; then what it makes of packets is undefined
  ///   until another profile is.
  func change(to profile: Profile) throws

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
