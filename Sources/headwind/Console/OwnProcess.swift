import Glibc
import TextOutput
import VirtualLink

/// This command, started again as a process that ends with ours.
enum OwnProcess {
  /// - Parameters:
  ///   - words: the arguments after `headwind`.
  ///   - descriptors: what it has instead of ours: `(ours, its)`; nil for ours stands for no input.
  static func start(_ words: [String], descriptors: [(ours: Int32?, its: Int32)]) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (ours, its) in descriptors {
      if let ours {
        posix_spawn_file_actions_adddup2(&actions, ours, its)
      } else {
        posix_spawn_file_actions_addopen(&actions, its, "/dev/null", O_RDONLY, 0)
      }
    }
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
