import Glibc

/// One run of a program with its standard output in a file: how long it took, and the most memory it had.
struct ProgramRun {
  var seconds: Double
  /// User and system time.
  var processorSeconds: Double
  var peakMegabytes: Double

  /// Runs a program to its end; standard error is left out of the way.
  /// - Parameter accepting: the exit statuses that are no failure.
  init(_ words: [String], output: String, accepting: Set<Int32> = [0]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    let start = Self.now
    var child: pid_t = 0
    guard posix_spawnp(&child, words[0], &actions, nil, &arguments, environ) == 0 else {
      throw BenchError("\(words[0]) cannot be run; install it to compare with it")
    }
    var (status, usage) = (Int32(0), rusage())
    while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
    seconds = Self.now - start
    processorSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    peakMegabytes = Double(usage.ru_maxrss) / 1024
    guard status & 0x7F == 0, accepting.contains(status >> 8) else {
      throw BenchError("\(words.joined(separator: " ")) ended with \(status >> 8)")
    }
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}
