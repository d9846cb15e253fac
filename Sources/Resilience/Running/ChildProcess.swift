internal import Glibc

/// A child with nothing on its standard input, whose output is read as it comes, the first 64 KB of it kept.
///
/// Nothing here waits: whoever owns it polls.
final class ChildProcess {
  private static let keptBytes = 64 << 10

  let process: pid_t
  /// The reading end of a pipe that is the child's standard output and error.
  private let pipe: CInt
  private var kept: [UInt8] = []
  private var status: CInt?

  /// - Throws: what the system said.
  init(words: [String], environment: [String]) throws(RunnerError) {
    var ends: [CInt] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw Self.error("make a pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Our end alone: the child expects that its output can be written.
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
    // `posix_spawn` copies the strings; they are freed when it has returned.
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    var process: pid_t = -1
    let code = posix_spawn(&process, words.first ?? "", &actions, nil, &arguments, &variables)
    (arguments + variables).forEach { free($0) }
    posix_spawn_file_actions_destroy(&actions)
    close(ends[1])
    guard code == 0 else {
      close(ends[0])
      throw Self.error("start \(words.first ?? "")", code)
    }
    self.process = process
    self.pipe = ends[0]
    outputEvent = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
  }

  deinit {
    end(with: SIGKILL)
    while status == nil, waitpid(process, nil, 0) < 0, errno == EINTR {}
    close(pipe)
  }

  /// What to poll for to hear of output at once; nil once there will be no more.
  private(set) var outputEvent: pollfd?

  /// Takes what output there is, at most a megabyte at a time: a child that floods does not keep us here.
  func readOutput() {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    for _ in 0..<16 {
      let count = read(pipe, &chunk, chunk.count)
      if count == 0 { outputEvent = nil }
      guard count > 0 else { return }
      kept += chunk.prefix(min(count, Self.keptBytes - kept.count))
    }
  }

  var output: String { String(decoding: kept, as: UTF8.self) }

  /// How it ended, as a shell says it, or nil while it runs.
  func exitStatus() -> Int32? {
    var code: CInt = 0
    if status == nil, waitpid(process, &code, WNOHANG) == process {
      let signal = code & 0x7f
      status = signal == 0 ? (code >> 8) & 0xff : 128 + signal
    }
    return status
  }

  /// Sends it a signal, unless it is gone: until it has been waited for its number belongs to nobody else.
  func end(with signal: CInt) {
    if status == nil { kill(process, signal) }
  }

  private static func error(_ action: String, _ code: CInt) -> RunnerError {
    RunnerError("cannot \(action): \(String(cString: strerror(code)))")
  }
}
