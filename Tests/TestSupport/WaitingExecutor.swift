import Foundation

/// Threads for tests that wait. Few: what such a test starts takes its share of the machine, and more at once would only be late.
final class WaitingExecutor: TaskExecutor, @unchecked Sendable {
  static let shared = WaitingExecutor(threads: 2)

  /// Guards the jobs, and tells the threads of new ones.
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []

  private init(threads: Int) {
    for _ in 0..<threads { Thread.detachNewThread { self.work() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock { jobs.append(job) }
    condition.signal()
  }

  private func work() {
    while true {
      condition.lock()
      while jobs.isEmpty { condition.wait() }
      let job = jobs.removeFirst()
      condition.unlock()
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
