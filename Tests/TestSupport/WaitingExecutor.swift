import Foundation

/// Threads for tests that wait. Two of them always work; the others only while the machine has a processor to spare, because what a
/// test starts takes its share of the machine, and more at once would only be late.
final class WaitingExecutor: TaskExecutor, @unchecked Sendable {
  static let shared = WaitingExecutor(threads: 2, spareThreads: 4)

  /// Guards the jobs, and tells the threads of new ones.
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []

  private init(threads: Int, spareThreads: Int) {
    for number in 0..<threads + spareThreads {
      Thread.detachNewThread { self.work(onlyInQuiet: number >= threads) }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock { jobs.append(job) }
    condition.signal()
  }

  private func work(onlyInQuiet: Bool) {
    while true {
      if onlyInQuiet { Self.waitForQuiet() }
      condition.lock()
      while jobs.isEmpty { condition.wait() }
      let job = jobs.removeFirst()
      condition.unlock()
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Returns when a processor has had nothing to do five times in a row.
  private static func waitForQuiet() {
    var count = 0
    while count < 5 {
      usleep(useconds_t(Int.random(in: 150_000...250_000)))
      count = hasSpareProcessor ? count + 1 : 0
    }
  }

  /// Whether fewer threads can run than there are processors (proc_loadavg(5), the fourth field). The caller itself is one of them.
  private static var hasSpareProcessor: Bool {
    guard let text = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8),
      let running = text.split(separator: " ").dropFirst(3).first?.split(separator: "/").first.flatMap({ Int($0) })
    else { return false }
    return running - 1 < ProcessInfo.processInfo.activeProcessorCount
  }
}
