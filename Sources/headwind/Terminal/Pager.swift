import ArgumentParser
import Dissection
import Glibc
import Synchronization
import TextOutput

/// The option `--no-pager` of commands with long output.
struct PagerOption: ParsableArguments {
  @Flag(
    name: .customLong("no-pager"),
    help: "Do not use a pager (HEADWIND_PAGER, PAGER or less) for long output on a terminal.")
  var isRefused = false

  /// Sends the following output through the pager, if there is a terminal and a pager.
  func begin() {
    if !isRefused { Pager.request() }
  }
}

/// The program that shows long output page by page on a terminal, as with git.
///
/// The first output starts it, so that a command that fails early starts no pager. Messages on standard error are
/// held back until the pager has ended, because both would write to the same screen.
enum Pager {
  private struct State {
    var command: String?
    var heldLines: [PrintableText] = []
  }

  private static let state = Mutex(State())
  /// The pager's process id, or 0. The signal handler reads it.
  private static let child = Atomic<pid_t>(0)

  /// Makes the first output start the pager.
  static func request() {
    guard Console.isOutput, let command = chosenCommand() else { return }
    state.withLock { $0.command = command }
  }

  /// Whether a pager is used for output, now or later.
  static var isRequested: Bool { state.withLock { $0.command != nil } || isRunning }

  /// Whether the pager is running.
  static var isRunning: Bool { child.load(ordering: .relaxed) != 0 }

  /// Starts the pager and redirects standard output to it, if it was requested and has not been started.
  static func startIfRequested() {
    guard let command = state.withLock({ state in state.command.take() }) else { return }
    guard let process = start(command) else { return }
    child.store(process, ordering: .relaxed)
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] where isDefault(number) {
      signal(number) { Pager.endBySignal($0) }
    }
  }

  /// Holds back a line of standard error until the pager has ended. Returns false if no pager is running.
  static func holds(_ line: PrintableText) -> Bool {
    guard isRunning else { return false }
    state.withLock { $0.heldLines.append(line) }
    return true
  }

  /// Ends the output and waits until the user has left the pager. Call it before the process ends.
  static func end() {
    let process = child.load(ordering: .relaxed)
    guard process != 0 else { return }
    // The pager handles these signals itself.
    for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
    close(STDOUT_FILENO)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
    child.store(0, ordering: .relaxed)
    let lines = state.withLock { state in
      let lines = state.heldLines
      state.heldLines = []
      return lines
    }
    for line in lines { Headwind.say(line) }
  }

  /// Handles a signal that ends the command: waits until the user has left the pager, which controls the terminal, as
  /// git does.
  private static func endBySignal(_ number: Int32) {
    close(STDOUT_FILENO)
    let process = child.load(ordering: .relaxed)
    if process != 0 { while waitpid(process, nil, 0) < 0, errno == EINTR {} }
    signal(number, SIG_DFL)
    raise(number)
  }

  private static func isDefault(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0
  }

  /// The pager's command line; nil if no pager is wanted or the program does not exist.
  private static func chosenCommand() -> String? {
    // An empty variable means that no pager is wanted.
    let command = (getenv("HEADWIND_PAGER") ?? getenv("PAGER")).map { String(cString: $0) } ?? "less"
    guard !command.isEmpty, command != "cat" else { return nil }
    let program = command.split(separator: " ").first.map { String($0) } ?? ""
    let isPlain = program.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
    return isPlain && !isProgram(program) ? nil : command
  }

  private static func isProgram(_ name: String) -> Bool {
    if name.contains("/") { return access(name, X_OK) == 0 }
    let folders = (Console.variable("PATH") ?? "/usr/bin:/bin").split(separator: ":").map { String($0) }
    return folders.contains { folder in access(folder + "/" + name, X_OK) == 0 }
  }

  private static func start(_ command: String) -> pid_t? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { ends.forEach { _ = close($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, usual) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&usual)
    for number in [SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP] { sigaddset(&usual, number) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // The same defaults as git: exit at once if the output fits on the screen, show colours, and do not clear the
    // screen.
    if getenv("LESS") == nil { setenv("LESS", "FRX", 1) }
    if getenv("LV") == nil { setenv("LV", "-c", 1) }
    let words: [String] = ["sh", "-c", command]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    guard posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, environ) == 0 else { return nil }
    guard dup2(ends[1], STDOUT_FILENO) >= 0 else { return nil }
    return process
  }
}
