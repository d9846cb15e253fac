import Glibc

/// Processes that keep the machine busy, in a session of their own.
final class Burners {
  private let processes: [pid_t]

  init(_ count: Int) throws {
    processes = try (0..<count).map { _ in try Self.spawn() }
  }

  deinit {
    for process in processes {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
  }

  private static func spawn() throws -> pid_t {
    // It ends by itself after a while, in case nobody is left to end it.
    let words = ["setsid", "sh", "-c", "ulimit -t 120; while :; do :; done"]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, "setsid", nil, nil, &arguments, environ) == 0 else {
      throw BenchError("setsid cannot be run")
    }
    return child
  }
}
