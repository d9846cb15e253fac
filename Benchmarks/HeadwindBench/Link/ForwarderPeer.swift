import Glibc

/// The C program that carries packets and does nothing else (`Benchmarks/Forwarder`), while it runs.
final class ForwarderPeer: Sendable {
  private let process: pid_t
  /// Our end of its input, with which it ends.
  private let input: Int32

  /// Compiles the program into a folder, and returns where it is.
  static func build(in folder: String) throws -> String {
    let program = folder + "/forwarder"
    _ = try ProgramRun(
      ["cc", "-O2", "-o", program, "Benchmarks/Forwarder/forwarder.c"], output: "/dev/null")
    return program
  }

  /// Starts it in the calling thread's network namespace; returns once it carries packets.
  init(_ program: String, between one: String, _ other: String) throws {
    var (inputs, outputs): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&inputs) == 0, pipe(&outputs) == 0 else { throw BenchError("no pipe can be made") }
    // Another program that we start must not keep its input open.
    for end in inputs + outputs { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputs[0], 0)
    posix_spawn_file_actions_adddup2(&actions, outputs[1], 1)
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(one), strdup(other), nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    guard posix_spawn(&child, program, &actions, nil, &arguments, environ) == 0 else {
      throw BenchError("\(program) cannot be run")
    }
    close(inputs[0])
    close(outputs[1])
    (process, input) = (child, inputs[1])
    var byte: UInt8 = 0
    let count = read(outputs[0], &byte, 1)
    close(outputs[0])
    guard count == 1 else { throw BenchError("\(program) cannot open its packet sockets") }
  }

  deinit {
    close(input)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }
}
