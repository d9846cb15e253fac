/// A sequence of profiles, each with what starts it.
public struct Timeline: Hashable, Sendable {
  /// A profile and what puts it in force.
  public struct Phase: Hashable, Sendable {
    /// What begins the phase.
    public var trigger: Trigger
    /// The conditions from then on.
    public var profile: Profile
    /// What happens to the link itself at the start of the phase, or nil.
    public var event: LinkEvent?
    /// What happens to the packets that wait for their turn, or nil for what the engine usually does.
    public var queued: QueuedTreatment?

    /// - Parameter queued: what becomes of the packets that wait; nil for what is usual.
    public init(trigger: Trigger, profile: Profile, event: LinkEvent? = nil, queued: QueuedTreatment? = nil) {
      self.trigger = trigger
      self.profile = profile
      self.event = event
      self.queued = queued
    }
  }

  /// How often the phases run.
  public enum Repetition: Hashable, Sendable {
    /// This many times. The last profile then stays.
    case times(UInt32)
    /// Forever.
    case forever
  }

  /// The profile that is in force from the start.
  public var first: Profile
  /// The phases that follow, one after another.
  public var phases: [Phase]
  /// How often the phases run. The profile of the last phase stays in force until the trigger of the first phase fires
  /// again.
  public var repetition: Repetition

  /// A timeline that begins with a profile.
  public init(first: Profile, phases: [Phase] = [], repetition: Repetition = .times(1)) {
    self.first = first
    self.phases = phases
    self.repetition = repetition
  }

  /// All profiles, in order of first use.
  public var profiles: [Profile] { [first] + phases.map(\.profile) }
}
