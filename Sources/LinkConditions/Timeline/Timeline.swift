/// Profiles in order, each with what starts it.
public struct Timeline: Hashable, Sendable {
  /// A profile and what puts it in force.
  public struct Phase: Hashable, Sendable {
    public var trigger: Trigger
    public var profile: Profile
    /// What happens to the link itself at the start of the phase, or nil.
    public var event: LinkEvent?

    public init(trigger: Trigger, profile: Profile, event: LinkEvent? = nil) {
      self.trigger = trigger
      self.profile = profile
      self.event = event
    }
  }

  /// How often the phases are gone through.
  public enum Repetition: Hashable, Sendable {
    /// So many times, and the last profile stays.
    case times(UInt32)
    /// Again and again.
    case forever
  }

  /// What is in force from the start.
  public var first: Profile
  /// What follows, one after the other.
  public var phases: [Phase]
  /// How often the phases are gone through. The last one's profile stays in force until the first one's trigger comes again.
  public var repetition: Repetition

  public init(first: Profile, phases: [Phase] = [], repetition: Repetition = .times(1)) {
    self.first = first
    self.phases = phases
    self.repetition = repetition
  }

  /// All profiles, in the order in which they first come.
  public var profiles: [Profile] { [first] + phases.map(\.profile) }
}
