import Glibc

/// A process that a test starts: the command that was built along with the tests, or a tool.
///
/// Foundation's `Process` waits forever now and then when tests run side by side.
public struct Child {
  public let process: Int32
  // Files without a name rather than pipes: nobody has to read while the program runs, and what the program leaves running
  // cannot hold them open.
  private let output: UnnamedFile
  private let errors: UnnamedFile

  /// - Parameters:
  ///   - words: the program, found on the path, and its arguments.
  ///   - input: what it reads.
  ///   - environment: `NAME=value`, instead of ours of the same name.
  public init(_ words: [String], input: [UInt8] = [], environment: [String] = []) throws {
    let given = input.isEmpty ? nil : try UnnamedFile(input)
    (output, errors) = (try UnnamedFile(), try UnnamedFile())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let given {
      posix_spawn_file_actions_adddup2(&actions, given.descriptor, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output.descriptor, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.descriptor, 2)
    var attributes = Self.ordinarySignals()
    defer { posix_spawnattr_destroy(&attributes) }
    var arguments = words.map { strdup($0) } + [nil]
    var variables = (Self.inherited(without: environment) + environment).map { strdup($0) } + [nil]
    defer { for string in arguments + variables { free(string) } }
    var process: Int32 = 0
    guard posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &variables) == 0 else {
      throw ToolError.missing(words[0])
    }
    self.process = process
  }

  /// Waits for its end. To be called once.
  ///
  /// A program that does not end within so many minutes is killed, and its errors say what was running then: a test that waits
  /// forever would hide which one it is.
  @discardableResult
  public func wait(minutes: Int = 10) -> ToolResult {
    let late =
      waits(seconds: 60 * minutes)
      ? "" : "\nkilled, because it has not ended within \(minutes) minutes; these were running:\n\(Self.processes())"
    if !late.isEmpty { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // These are WIFSIGNALED and WEXITSTATUS (wait(2)).
    let signal = status & 0x7F
    return ToolResult(
      status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, bytes: output.contents(),
      errors: String(decoding: errors.contents(), as: UTF8.self) + late)
  }

  /// - Returns: whether the process has ended by then. It stays to be waited for.
  private func waits(seconds: Int) -> Bool {
    let until = ContinuousClock.now + .seconds(seconds)
    var pause: UInt32 = 500
    while ContinuousClock.now < until {
      var ended = siginfo_t()
      let said = waitid(P_PID, id_t(process), &ended, WEXITED | WNOHANG | WNOWAIT)
      // Zeros: it runs. An error other than an interruption is for waitpid to meet.
      if said == 0 ? ended.si_signo != 0 : errno != EINTR { return true }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
    return false
  }

  /// What runs on this machine, without the kernel's own threads.
  private static func processes() -> String {
    let said = try? Child(["ps", "-e", "-o", "pid,ppid,stat,wchan:24,etimes,args", "--forest"]).wait().output
    return (said ?? "").split(separator: "\n").filter { !$0.contains(" [") }.map { $0.prefix(200) }.joined(
      separator: "\n")
  }

  /// No signal is blocked or ignored: the threads that run tests block most, and who starts tests in the background ignores SIGINT.
  private static func ordinarySignals() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    return attributes
  }

  /// Our environment without the variables that are given anew.
  private static func inherited(without given: [String]) -> [String] {
    let names = given.map { $0.prefix { $0 != "=" } + "=" }
    var kept: [String] = []
    var next = environ
    while let entry = next.pointee {
      let variable = String(cString: entry)
      if !names.contains(where: variable.hasPrefix) { kept.append(variable) }
      next += 1
    }
    return kept
  }
}
