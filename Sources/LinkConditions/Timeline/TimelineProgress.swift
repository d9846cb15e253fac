/// How far a timeline has come.
public struct TimelineProgress: Hashable, Sendable {
  /// The profile in force.
  public var profile: Profile
  /// The phases that are still to come, in order; of a timeline that repeats, those of the round.
  public var pending: [Timeline.Phase]
  /// Whether the phases will be gone through again, so that nothing can follow them.
  public var repeats: Bool

  public init(profile: Profile, pending: [Timeline.Phase] = [], repeats: Bool = false) {
    self.profile = profile
    self.pending = pending
    self.repeats = repeats
  }

  /// The profile that will be in force when all pending phases have begun.
  public var lastProfile: Profile { pending.last?.profile ?? profile }
}
