internal import Glibc

/// A child whose output is read as it comes, the first 64 KB of it kept.
///
/// Nothing here waits: whoever owns it polls.
final class ChildProcess {
  private static let keptBytes = 64 << 10
  /// POSIX_SPAWN_SETSID of spawn.h, which is there for GNU sources only.
  private static let ownSession: CInt = 0x80

  let process: pid_t
  private let isGroup: Bool
  /// The reading end of a pipe that is the child's standard output and error.
  private let pipe: CInt
  /// The writing end of a pipe that is its standard input, where it was given one.
  private let input: CInt?
  private var kept: [UInt8] = []
  /// How many bytes it has written in all.
  private(set) var outputBytes = 0
  private var status: CInt?
  /// The signal that ended it, where one did.
  private(set) var endSignal: CInt?

  /// - Parameters:
  ///   - hasInput: gives it a pipe to read from; else it finds its standard input at its end.
  ///   - isGroup: makes it the first of a session and a process group of its own, so that a signal can reach all that it
  ///     starts, and a terminal of ours is none of theirs: who asks for one is told so instead of being stopped.
  /// - Throws: what the system said.
  init(
    words: [String], environment: [String], hasInput: Bool = false, isGroup: Bool = false
  ) throws(RunnerError) {
    let output = try Self.makePipe()
    var inputEnds: (reading: CInt, writing: CInt)?
    if hasInput { inputEnds = try Self.makePipe() }
    // Our end alone: the child expects that its output can be written.
    _ = fcntl(output.reading, F_SETFL, O_NONBLOCK)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    if let inputEnds {
      posix_spawn_file_actions_adddup2(&actions, inputEnds.reading, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.writing, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // What we ignore a child would ignore too, and programs at the end of a pipe count on SIGPIPE.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | (isGroup ? Self.ownSession : 0)))
    // `posix_spawn` copies the strings; they are freed when it has returned.
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    var process: pid_t = -1
    let code = posix_spawnp(&process, words.first ?? "", &actions, &attributes, &arguments, &variables)
    (arguments + variables).forEach { free($0) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    close(output.writing)
    if let inputEnds { close(inputEnds.reading) }
    guard code == 0 else {
      close(output.reading)
      if let inputEnds { close(inputEnds.writing) }
      throw Self.error("start \(words.first ?? "")", code)
    }
    self.isGroup = isGroup
    input = inputEnds?.writing
    self.process = process
    pipe = output.reading
    outputEvent = pollfd(fd: output.reading, events: Int16(POLLIN), revents: 0)
  }

  deinit {
    end(with: SIGKILL)
    if let input { close(input) }
    while status == nil, waitpid(process, nil, 0) < 0, errno == EINTR {}
    close(pipe)
  }

  /// What to poll for to hear of output at once; nil once there will be no more.
  private(set) var outputEvent: pollfd?

  /// Takes what output there is, at most a megabyte at a time: a child that floods does not keep us here.
  /// - Returns: how many bytes there were.
  @discardableResult
  func readOutput() -> Int {
    let before = outputBytes
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    for _ in 0..<16 {
      let count = read(pipe, &chunk, chunk.count)
      if count == 0 { outputEvent = nil }
      guard count > 0 else { break }
      outputBytes += count
      kept += chunk.prefix(min(count, Self.keptBytes - kept.count))
    }
    return outputBytes - before
  }

  /// Writes a line to its standard input, if it has one and reads it.
  func write(line: String) {
    guard let input else { return }
    let bytes = Array((line + "\n").utf8)
    // A child that is gone is no reason for SIGPIPE to end us: a pipe has no flag for that, so it is ignored process-wide.
    _ = Glibc.write(input, bytes, bytes.count)
  }

  var output: String { String(decoding: kept, as: UTF8.self) }

  /// How it ended, as a shell says it, or nil while it runs.
  func exitStatus() -> Int32? {
    var code: CInt = 0
    if status == nil, waitpid(process, &code, WNOHANG) == process {
      let signal = code & 0x7f
      endSignal = signal == 0 ? nil : signal
      status = signal == 0 ? (code >> 8) & 0xff : 128 + signal
    }
    return status
  }

  /// Sends it, or its group, a signal, unless it is gone: until it has been waited for its number is nobody else's.
  func end(with signal: CInt) {
    if status == nil { kill(isGroup ? -process : process, signal) }
  }

  private static func makePipe() throws(RunnerError) -> (reading: CInt, writing: CInt) {
    var ends: [CInt] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw error("make a pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func error(_ action: String, _ code: CInt) -> RunnerError {
    RunnerError("cannot \(action): \(String(cString: strerror(code)))")
  }
}
