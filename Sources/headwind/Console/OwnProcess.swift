import Glibc
import TextOutput
import VirtualLink

/// This command, started again as a process that ends with ours.
enum OwnProcess {
  /// - Parameters:
  ///   - words: the arguments after `headwind`.
  ///   - standard: what it has as its descriptors 0, 1 and 2 instead of ours; nil for ours stands for no input.
  ///   - inherited: descriptors of ours above 2 that it has under the same numbers.
  static func start(
    _ words: [String], standard: [(ours: Int32?, its: Int32)], inherited: [Int32] = []
  ) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Copies above 2, so that none is overwritten before it is in its place.
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    for (ours, its) in standard {
      if let ours {
        let copy = fcntl(ours, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else {
          throw Failure(
            "cannot start 'headwind \(words[0])': \(String(cString: strerror(errno)))", status: ExitStatus.environment)
        }
        copies.append(copy)
        posix_spawn_file_actions_adddup2(&actions, copy, its)
      } else {
        posix_spawn_file_actions_addopen(&actions, its, "/dev/null", O_RDONLY, 0)
      }
    }
    // With equal numbers, it is inherited (posix_spawn_file_actions_adddup2(3)).
    for descriptor in inherited { posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor) }
    setenv(ParentProcess.variable, String(getpid()), 1)
    defer { unsetenv(ParentProcess.variable) }
    let arguments = (["headwind"] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, "/proc/self/exe", &actions, nil, arguments, environ)
    guard result == 0 else {
      throw Failure(
        "cannot start 'headwind \(words[0])': \(String(cString: strerror(result)))", status: ExitStatus.environment)
    }
    return process
  }
}
