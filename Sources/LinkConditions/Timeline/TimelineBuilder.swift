/// Builds a timeline from clauses, in order.
public struct TimelineBuilder {
  /// Why a clause cannot follow those before it.
  public struct Problem: Error, Hashable, Sendable {
    /// What is wrong.
    public let message: String
  }

  private var timeline: Timeline
  private var isRepeated = false
  /// The profile in force after the phases so far.
  private var current: Profile
  /// A phase whose end is not a phase yet: how long it lasts, and what comes back afterwards.
  private var open: (duration: LinkDuration, profile: Profile, event: LinkEvent?)?

  /// - Parameters:
  ///   - first: the profile that is in force from the start.
  ///   - duration: how long it lasts if the first clause does not say what starts it.
  public init(first: Profile, for duration: LinkDuration? = nil) {
    timeline = Timeline(first: first)
    current = first
    open = duration.map { ($0, first, nil) }
  }

  /// Adds a phase.
  /// - Parameters:
  ///   - clause: what starts it, and how long it lasts.
  ///   - profile: the profile that the clause names; nil if it names an event.
  public mutating func add(_ clause: TimelineClause, _ profile: Profile?) throws(Problem) {
    guard !isRepeated else { throw Problem(message: "'repeat' ends a timeline: nothing can follow it") }
    let trigger = try trigger(of: clause)
    let before = current
    let target = profile.map { Self.apply($0, to: before, clause.direction) } ?? before
    timeline.phases.append(
      Timeline.Phase(trigger: trigger, profile: target, event: clause.event, queued: clause.queued))
    current = target
    if let duration = clause.duration {
      let isDown = clause.event == .carrier(isUp: false)
      open = (duration, before, isDown ? .carrier(isUp: true) : nil)
    }
    if let repetition = clause.repetition { try repeatAll(repetition) }
  }

  /// The timeline so far.
  public func build() -> Timeline {
    var whole = self
    whole.close()
    return whole.timeline
  }

  /// Makes the timeline repeat.
  public mutating func repeatAll(_ repetition: Timeline.Repetition) throws(Problem) {
    isRepeated = true
    timeline.repetition = repetition
    if let open {
      // The first profile follows the last phase.
      self.open = (open.duration, timeline.first, open.event)
      close()
    }
    guard current == timeline.first else {
      throw Problem(
        message: "'repeat' goes back to the start, but nothing ends the last phase; say how long it lasts: 'for 500 ms'"
      )
    }
    var period: Int64 = 0
    for phase in timeline.phases {
      guard case .after(let time) = phase.trigger else { return }
      period = period.addingSaturated(time.nanoseconds)
    }
    guard period >= 1_000_000 else { throw Problem(message: "a repeated round must take at least 1 ms") }
  }

  private mutating func trigger(of clause: TimelineClause) throws(Problem) -> Trigger {
    if let trigger = clause.trigger {
      close()
      return trigger
    }
    guard let open else {
      throw Problem(
        message: "nothing starts this phase; add 'for: 2 s' to the previous phase, or 'after' or 'when' to this one")
    }
    self.open = nil
    if let event = open.event {
      timeline.phases.append(.init(trigger: .after(open.duration), profile: current, event: event))
    }
    return open.event == nil ? .after(open.duration) : .after(.zero)
  }

  /// Turns the end of the previous phase into a phase.
  private mutating func close() {
    guard let open else { return }
    self.open = nil
    guard !timeline.phases.isEmpty else { return }
    timeline.phases.append(
      Timeline.Phase(trigger: .after(open.duration), profile: open.profile, event: open.event))
    current = open.profile
  }

  /// A profile in which one direction comes from another profile.
  private static func apply(_ profile: Profile, to before: Profile, _ direction: LinkDirection?) -> Profile {
    guard let direction else { return profile }
    var mixed = before
    mixed[direction] = profile[direction]
    mixed.name = "\(before.name), \(direction == .uplink ? "up" : "down") \(profile.name)"
    return mixed
  }
}
