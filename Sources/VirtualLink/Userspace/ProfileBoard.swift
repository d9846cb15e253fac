import LinkConditions
import Synchronization

/// Where the engine's thread says which profile is in force and what is to follow, for others to read.
final class ProfileBoard: Sendable {
  private let current: Mutex<TimelineProgress>

  init(_ profile: Profile) {
    current = Mutex(TimelineProgress(profile: profile))
  }

  var progress: TimelineProgress { current.withLock { $0 } }

  func show(_ progress: TimelineProgress) {
    current.withLock { $0 = progress }
  }
}
