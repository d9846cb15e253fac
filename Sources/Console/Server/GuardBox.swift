import Synchronization

/// The guard of the connections, which is made when the port is known.
final class GuardBox: Sendable {
  let access = Mutex<AccessGuard?>(nil)
}
