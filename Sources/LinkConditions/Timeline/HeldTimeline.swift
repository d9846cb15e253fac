/// A timeline that begins with the client's first packet: the part that is in force before, and the part that waits.
///
/// Phases at the front that begin `after 0 s` are the situation that the client meets, so they do not wait. A phase that waits for
/// a packet is not held either, because it waits anyway.
public struct HeldTimeline: Hashable, Sendable {
  /// What begins with the client's first packet.
  public enum Rest: Hashable, Sendable {
    /// Phases that follow those in force.
    case phases([Timeline.Phase])
    /// The whole timeline, because it repeats and nothing can follow it.
    case whole(Timeline)
  }

  /// What is in force until then.
  public let before: Timeline
  /// Nil if nothing waits for the client.
  public let rest: Rest?

  /// Holds a timeline at its first profile.
  public init(_ timeline: Timeline) {
    guard let held = timeline.phases.firstIndex(where: { $0.trigger != .after(.zero) }),
      case .after = timeline.phases[held].trigger
    else {
      before = timeline
      rest = nil
      return
    }
    guard timeline.repetition == .times(1) else {
      before = Timeline(first: timeline.first)
      rest = .whole(timeline)
      return
    }
    before = Timeline(first: timeline.first, phases: Array(timeline.phases[..<held]))
    rest = .phases(Array(timeline.phases[held...]))
  }
}
