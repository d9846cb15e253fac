import Glibc

/// One run of a program with its standard output in a file: how long it took, and the most memory it had.
struct ProgramRun {
  var seconds: Double
  /// User and system time.
  var processorSeconds: Double
  /// The most that was resident at a time, of the program or of one that it started.
  var peakMegabytes: Double

  /// Runs a program to its end; standard error is left out of the way.
  /// - Parameter accepting: the exit statuses that are no failure.
  init(_ words: [String], output: String, accepting: Set<Int32> = [0]) throws {
    let figures = try Self.figures(of: [Launcher.shared.get().path, output] + words)
    guard figures.count == 4, let status = Int32(exactly: figures[3]) else {
      throw BenchError("\(words[0]) cannot be measured")
    }
    (seconds, processorSeconds, peakMegabytes) = (figures[0], figures[1], figures[2] / 1024)
    guard status != 127 << 8 else { throw BenchError("\(words[0]) cannot be run; install it to compare with it") }
    guard status & 0x7F == 0, accepting.contains(status >> 8) else {
      throw BenchError("\(words.joined(separator: " ")) ended with \(status >> 8)")
    }
  }

  /// The numbers that the launcher writes.
  private static func figures(of words: [String]) throws -> [Double] {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw BenchError("no pipe can be made") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, words[0], &actions, nil, &arguments, environ)
    close(ends[1])
    guard code == 0 else { throw BenchError("\(words[0]) cannot be run") }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = read(ends[0], &buffer, buffer.count)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split { $0 == " " || $0 == "\n" }
      .compactMap { Double($0) }
  }
}
