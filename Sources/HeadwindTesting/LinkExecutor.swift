internal import Glibc
internal import Synchronization

/// Threads for tests that hold the link.
///
/// Waiting for something on the wire blocks a thread. The concurrency runtime has only as many threads as the machine
/// has cores, and the client under test may need them.
final class LinkExecutor: TaskExecutor {
  static let shared = LinkExecutor()

  private struct State {
    var jobs: [UnownedJob] = []
    var idle = 0
    var threads = 0
  }

  private static let mostThreads = 64
  private let state = Mutex(State())
  /// Counts the waiting jobs. Several threads may use it at once: sem_post(3) and sem_wait(3) are thread-safe.
  private nonisolated(unsafe) let bell = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  private init() {
    sem_init(bell, 0, 0)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.jobs.count > state.idle, state.threads < Self.mostThreads else { return false }
      state.threads += 1
      state.idle += 1
      return true
    }
    if needsThread { startThread() }
    sem_post(bell)
  }

  private func startThread() {
    var thread = pthread_t()
    // The shared executor lives as long as the process.
    let started = pthread_create(
      &thread, nil,
      { _ in
        LinkExecutor.shared.work()
        return nil
      }, nil)
    if started == 0 {
      pthread_detach(thread)
    } else {
      state.withLock {
        $0.threads -= 1
        $0.idle -= 1
      }
      precondition(state.withLock { $0.threads } > 0, "no thread can be started")
    }
  }

  private func work() {
    while true {
      guard sem_wait(bell) == 0 else { continue }
      let job = state.withLock { state in
        state.idle -= 1
        return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
      }
      job?.runSynchronously(on: asUnownedTaskExecutor())
      state.withLock { $0.idle += 1 }
    }
  }
}
