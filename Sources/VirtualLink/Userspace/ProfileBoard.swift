import LinkConditions
import Synchronization

/// Where the engine's thread says which profile is in force, for others to read.
final class ProfileBoard: Sendable {
  private let current: Mutex<Profile>

  init(_ profile: Profile) {
    current = Mutex(profile)
  }

  var profile: Profile { current.withLock { $0 } }

  func show(_ profile: Profile) {
    current.withLock { $0 = profile }
  }
}
