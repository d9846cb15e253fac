internal import Glibc

/// How long the threads of a client waited for a processor while they could have run, and how long they ran.
///
/// A client's host runs in its own PID namespace, so every process there besides the namespace's first belongs to the client, or is the
/// host, whose own waits delay what it measures. The kernel counts both times for each thread: the first two numbers of
/// /proc/PID/task/TID/schedstat (the kernel's Documentation/scheduler/sched-stats.rst). The waits of threads that run at the same
/// time are added, so the sum is the most that the client can have been delayed.
struct RunDelay {
  /// Times of a thread or of all, in nanoseconds.
  struct Times: Equatable {
    var ran: Int64 = 0
    var waited: Int64 = 0
  }

  /// The latest counts of each thread.
  private var latest: [pid_t: Times] = [:]
  /// The times of all threads so far.
  private(set) var total = Times()

  /// Reads the counts of all threads that run now.
  mutating func sample() {
    for process in OwnProcesses.all {
      for thread in OwnProcesses.numbers(in: "/proc/\(process.name)/task") {
        guard let times = Self.times(inFile: "/proc/\(process.name)/task/\(thread)/schedstat") else { continue }
        // A thread's number can be used again after its end.
        let before = latest[thread].flatMap { $0.ran <= times.ran ? $0 : nil } ?? Times()
        total.ran &+= times.ran - before.ran
        total.waited &+= max(0, times.waited - before.waited)
        latest[thread] = times
      }
    }
  }

  private static func times(inFile path: String) -> Times? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 96)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return times(in: String(decoding: bytes[..<count], as: UTF8.self))
  }

  /// The first two numbers of a line of schedstat: `550227621 617464 113`.
  static func times(in line: String) -> Times? {
    let numbers = line.split(whereSeparator: \.isWhitespace).map { Int64($0) }
    guard numbers.count == 3, let ran = numbers[0], let waited = numbers[1] else { return nil }
    return Times(ran: ran, waited: waited)
  }
}
