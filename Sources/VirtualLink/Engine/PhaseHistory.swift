import Glibc
import Synchronization
public import Wire

/// The profiles that were in force on a link, with the times at which they came into force.
public final class PhaseHistory: Sendable {
  /// A profile that came into force.
  public struct Phase: Hashable, Sendable {
    /// By the wall clock.
    public var time: Timestamp
    /// The name of the profile.
    public var profile: String
    /// The cause, as text: `by command`.
    public var cause: String
  }

  /// The least number of phases that are kept.
  static let most = 1000

  private struct State {
    var phases: [Phase] = []
    /// The number of phases that are no longer kept.
    var dropped = 0
  }

  private let state = Mutex(State())

  /// Begins with nothing.
  public init() {}

  /// Adds the profile that has been in force for this time, unless it was in force before.
  func add(_ profile: String, _ cause: String, age nanoseconds: Int64 = 0) {
    let time = Timestamp(nanoseconds: EngineClock.wall &- max(0, nanoseconds))
    state.withLock { state in
      guard state.phases.last?.profile != profile else { return }
      state.phases.append(Phase(time: time, profile: profile, cause: cause))
      guard state.phases.count >= 2 * Self.most else { return }
      state.phases.removeFirst(Self.most)
      state.dropped += Self.most
    }
  }

  /// The phases from a number on, and the number of the next one. Phases are numbered from 0.
  public func phases(from number: Int) -> (phases: [Phase], next: Int) {
    state.withLock { state in
      let start = min(max(0, number - state.dropped), state.phases.count)
      return (Array(state.phases.dropFirst(start)), state.dropped + state.phases.count)
    }
  }
}
