import Glibc

/// The C program that starts what is measured (`Benchmarks/Launcher`): it is small, so that a program's peak is its own.
struct Launcher {
  let path: String

  /// Compiled once for this process.
  static let shared = Result { try Launcher() }

  private init() throws {
    path = "/tmp/headwind-bench-launcher.\(getpid())"
    let words = ["cc", "-O2", "-o", path, "Benchmarks/Launcher/launcher.c"]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var (child, status): (pid_t, Int32) = (0, 0)
    guard posix_spawnp(&child, "cc", nil, nil, &arguments, environ) == 0 else {
      throw BenchError("cc cannot be run; it compiles what the measurements start programs with")
    }
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw BenchError("cc cannot compile Benchmarks/Launcher/launcher.c") }
    // The file is gone with this process, however it ends.
    let path = path
    Self.removed = path
    atexit { unlink(Launcher.removed) }
  }

  /// Set once, before `atexit` is told.
  nonisolated(unsafe) private static var removed = ""
}
