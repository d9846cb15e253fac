/// Profiles in order, each with what starts it.
public struct Timeline: Hashable, Sendable {
  /// A profile and what puts it in force.
  public struct Phase: Hashable, Sendable {
    public var trigger: Trigger
    public var profile: Profile

    public init(trigger: Trigger, profile: Profile) {
      self.trigger = trigger
      self.profile = profile
    }
  }

  /// What is in force from the start.
  public var first: Profile
  /// What follows, one after the other.
  public var phases: [Phase]

  public init(first: Profile, phases: [Phase] = []) {
    self.first = first
    self.phases = phases
  }
}
