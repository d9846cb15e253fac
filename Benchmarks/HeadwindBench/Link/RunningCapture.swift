import CLinux
import Glibc

/// A capture that runs beside us, from its first line on standard error until it is told to end.
struct RunningCapture: Sendable {
  private let process: pid_t
  private let errors: Int32

  /// What it said at its end, and what it took.
  struct Counts {
    var captured = 0
    var dropped = 0
    var processorSeconds = 0.0
  }

  /// Returns once it listens; what it prints is thrown away.
  init(_ words: [String]) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw BenchError("no pipe can be made") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, words[0], &actions, nil, &arguments, environ) == 0 else {
      throw BenchError("\(words[0]) cannot be run")
    }
    close(ends[1])
    (process, errors) = (child, ends[0])
    guard Self.text(from: errors, until: "listening on").contains("listening on") else {
      throw BenchError("\(words.joined(separator: " ")) does not listen")
    }
  }

  /// Ends it as Ctrl-C does.
  func end() throws -> Counts {
    defer { close(errors) }
    // What is under way still crosses.
    usleep(500_000)
    kill(process, SIGINT)
    let text = Self.text(from: errors, until: nil)
    var (status, usage) = (Int32(0), rusage())
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    guard status == 0 else { throw BenchError("the capture ended with \(status >> 8): \(text)") }
    var counts = Counts()
    for line in text.split(separator: "\n") {
      let count = Int(line.prefix { $0.isNumber }) ?? 0
      if line.hasSuffix(" captured") { counts.captured = count }
      if line.contains(" dropped by ") { counts.dropped += count }
    }
    let times = [usage.ru_utime, usage.ru_stime]
    counts.processorSeconds = times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    return counts
  }

  /// What is read until some words come, or to the end.
  private static func text(from descriptor: Int32, until words: String?) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
      if let words, String(decoding: bytes, as: UTF8.self).contains(words) { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
