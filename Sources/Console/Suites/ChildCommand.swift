import Glibc
import SensitiveFiles
import Synchronization
import SystemPackage

/// A `headwind` command in a process of its own, whose output is written to a file without a name.
final class ChildCommand: Sendable {
  /// The most of its output that is read.
  private static let mostOutput = 16 << 20

  private let process: pid_t
  private let output: Int32
  private let ending = Mutex<Int32?>(nil)

  /// - Throws: `APIProblem` if it cannot be started.
  init(_ words: [String]) throws(APIProblem) {
    // In another program, such as that of the tests, this executable is no `headwind`.
    let program = realpath("/proc/self/exe", nil)
    defer { free(program) }
    guard let program, String(cString: program).hasSuffix("/headwind") else {
      throw APIProblem(409, "only the command headwind can run 'headwind \(words[0])'")
    }
    output = try Self.makeFile()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // This process waits for signals in a way of its own, which its children do not inherit.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments = (["headwind"] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, "/proc/self/exe", &actions, &attributes, arguments, environ)
    self.process = process
    guard result == 0 else {
      ending.withLock { $0 = 127 }
      throw APIProblem(500, "cannot start 'headwind \(words[0])': \(String(cString: strerror(result)))")
    }
  }

  deinit {
    end()
    close(output)
  }

  /// Its exit status, or 128 and the number of the signal that ended it; nil while it runs.
  var status: Int32? {
    ending.withLock { ending in
      var status: Int32 = 0
      if ending == nil, waitpid(process, &status, WNOHANG) == process { ending = Self.exitStatus(status) }
      return ending
    }
  }

  /// What it has printed so far.
  var text: String { WholeText.read(output, most: Self.mostOutput) }

  func interrupt() {
    if status == nil { kill(process, SIGTERM) }
  }

  /// Waits until it has ended, or until `isEnough` says so of its output.
  func wait(seconds: Int, until isEnough: (String) -> Bool = { _ in false }) {
    for _ in 0..<(seconds * 50) {
      if status != nil || isEnough(text) { return }
      usleep(20_000)
    }
  }

  /// Ends it, with patience for what it must undo.
  func end() {
    interrupt()
    wait(seconds: 5)
    guard status == nil else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    ending.withLock { $0 = Self.exitStatus(status) }
  }

  private static func exitStatus(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  private static func makeFile() throws(APIProblem) -> Int32 {
    do throws(SensitiveFileError) {
      return try SensitiveFile.createUnnamed(in: temporaryFolder).rawValue
    } catch {
      throw APIProblem(500, "cannot create a file in \(temporaryFolder): \(error.description)")
    }
  }

  static var temporaryFolder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }
}
