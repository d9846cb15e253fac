import LinkConditions
import Synchronization

/// The profile in force and the pending phases. The engine's thread writes them, and other threads read them.
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
