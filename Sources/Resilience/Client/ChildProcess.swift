internal import Glibc
internal import SystemPackage

/// A child process whose output is read as it arrives. The first 64 KB are kept.
///
/// No method waits; the owner polls.
final class ChildProcess {
  private static let keptBytes = 64 << 10
  private static let longestLine = 1 << 20
  /// POSIX_SPAWN_SETSID of spawn.h, which is defined only with _GNU_SOURCE.
  private static let ownSession: CInt = 0x80

  let process: pid_t
  private let isGroup: Bool
  /// The read end of the pipe for the child's standard output and error.
  private let pipe: CInt
  /// The write end of the pipe for its standard input, or nil.
  private var input: CInt?
  private var kept: [UInt8] = []
  /// What was read since `takeLines` was called.
  private var unread: [UInt8] = []
  private let keepsLines: Bool
  /// How many bytes it has written.
  private(set) var outputBytes = 0
  private var status: CInt?
  /// The signal that ended it, or nil.
  private(set) var endSignal: CInt?

  /// - Parameters:
  ///   - hasInput: whether its standard input is a pipe. Otherwise, standard input is empty.
  ///   - keepsLines: whether its output is asked for line by line.
  ///   - isGroup: whether it gets its own session and process group. A signal can then reach all processes that it
  ///     starts, and they have no controlling terminal: a program that reads from the terminal gets an error instead
  ///     of being stopped.
  /// - Throws: `RunnerError` with the system's error.
  init(
    words: [String], environment: [String], hasInput: Bool = false, keepsLines: Bool = false,
    isGroup: Bool = false
  ) throws(RunnerError) {
    let output = try Self.makePipe()
    var inputEnds: (reading: CInt, writing: CInt)?
    if hasInput { inputEnds = try Self.makePipe() }
    // Only the read end is non-blocking: the child expects blocking writes.
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
    // A child inherits ignored signals, but programs that write to a pipe rely on SIGPIPE.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | (isGroup ? Self.ownSession : 0)))
    // `posix_spawn` copies the strings, so they are freed afterwards.
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
    self.keepsLines = keepsLines
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

  /// The event to poll for new output; nil after the end of the output.
  private(set) var outputEvent: pollfd?

  /// Reads the available output, at most a megabyte per call, so that a child that writes endlessly does not block
  /// the caller.
  /// - Returns: the number of bytes.
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
      if keepsLines { unread += chunk.prefix(count) }
    }
    return outputBytes - before
  }

  /// The lines that it has written since the last call, without an unfinished one at the end.
  func takeLines() -> [String] {
    guard let last = unread.lastIndex(of: 0x0A) else {
      // Whatever writes this much without a line feed writes no lines.
      if unread.count > Self.longestLine { unread = [] }
      return []
    }
    let lines = unread[..<last].split(separator: 0x0A)
    unread.removeFirst(last + 1)
    return lines.map { line in String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self) }
  }

  /// Forgets what it has written so far.
  func forgetOutput() {
    kept = []
    unread = []
    outputBytes = 0
  }

  /// Writes a line to its standard input.
  /// - Returns: false if it has none, or reads it no more.
  func write(line: String) -> Bool {
    guard let input else { return false }
    // SIGPIPE must not end this process if the child has ended. Pipes have no flag for that, so the signal is ignored
    // in the whole process.
    return (try? FileDescriptor(rawValue: input).writeAll((line + "\n").utf8)) != nil
  }

  /// Ends its standard input, if it has one.
  func closeInput() {
    if let input { close(input) }
    input = nil
  }

  var output: String { String(decoding: kept, as: UTF8.self) }

  /// Whether it has ended. Until `exitStatus` is called after that, it is a zombie, of which the kernel still knows the counts.
  var hasEnded: Bool {
    var information = siginfo_t()
    guard status == nil else { return true }
    return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0
      && information._sifields._sigchld.si_pid == process
  }

  /// Its exit status as a shell reports it, or nil while it runs.
  func exitStatus() -> Int32? {
    var code: CInt = 0
    if status == nil, waitpid(process, &code, WNOHANG) == process {
      let signal = code & 0x7f
      endSignal = signal == 0 ? nil : signal
      status = signal == 0 ? (code >> 8) & 0xff : 128 + signal
    }
    return status
  }

  /// Sends a signal to it or its group, unless it has been reaped. Until then, its process id cannot be reused.
  func end(with signal: CInt) {
    if status == nil { kill(isGroup ? -process : process, signal) }
  }

  private static func makePipe() throws(RunnerError) -> (reading: CInt, writing: CInt) {
    var ends: [CInt] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw error("create a pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func error(_ action: String, _ code: CInt) -> RunnerError {
    RunnerError("cannot \(action): \(String(cString: strerror(code)))")
  }
}
