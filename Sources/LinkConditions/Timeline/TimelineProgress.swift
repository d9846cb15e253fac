/// How far a timeline has come.
public struct TimelineProgress: Hashable, Sendable {
  /// The profile in force.
  public var profile: Profile
  /// The pending phases, in order. If the timeline repeats, these are the ones of the current round.
  public var pending: [Timeline.Phase]
  /// Whether the phases will run again, so that nothing can follow them.
  public var repeats: Bool

  /// - Parameter pending: the phases that are to come.
  public init(profile: Profile, pending: [Timeline.Phase] = [], repeats: Bool = false) {
    self.profile = profile
    self.pending = pending
    self.repeats = repeats
  }

  /// The profile that will be in force when all pending phases have begun.
  public var lastProfile: Profile { pending.last?.profile ?? profile }
}
