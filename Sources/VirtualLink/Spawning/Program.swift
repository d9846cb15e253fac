import CLinux
import Glibc

/// A program that runs on a link, our child.
///
/// It has our standard input, output and error, our working directory, our terminal (it stays in our process group and
/// session), the signal dispositions and mask with which we were started, and no other descriptor of ours.
public struct Program: Sendable {
  /// Its process id, as we see it.
  public let process: Int32

  /// Starts a program.
  /// - Parameters:
  ///   - network: the namespace it is in.
  ///   - tree: the processes it dies with.
  ///   - files: what it sees in place of the host's; with them it gets a mount namespace and a /proc of its own.
  ///   - standard: what becomes its standard input, output and error.
  ///   - isHelper: whether it serves us: it may then do what we may, which a program of another user than root may not
  ///     otherwise, and ignores no signal.
  public init(
    _ command: ProgramCommand, network: NetworkNamespace?, tree: ProcessTree, files: [ProgramFile] = [],
    standard: (Int32, Int32, Int32) = (0, 1, 2), isHelper: Bool = false
  ) throws(ProgramError) {
    let candidates = CStrings(command.candidates)
    let arguments = CStrings(command.words)
    let environment = CStrings(command.environment)
    let paths = CStrings(files.map(\.path))
    let contents = ByteStrings(files.map(\.bytes))
    // Everything that the C structure points to lives until the call is over.
    let started = withExtendedLifetime((candidates, arguments, environment, paths, contents)) {
      let entries = zip(paths.pointers, contents.buffers).map {
        hw_file(path: $0, bytes: $1.baseAddress, length: $1.count)
      }
      return entries.withUnsafeBufferPointer { entries in
        candidates.withConstantPointers { candidates in
          var program = hw_program(
            network: network?.descriptor.raw ?? -1, pid_namespace: tree.namespace.raw, standard: standard,
            mounts: files.isEmpty ? 0 : 1, files: entries.baseAddress, file_count: entries.count,
            is_helper: isHelper ? 1 : 0,
            candidates: candidates, arguments: arguments.base, environment: environment.base)
          return hw_start(&program)
        }
      }
    }
    guard started.process > 0 else { throw Self.error(command, started) }
    process = started.process
    tree.adopt(process)
  }

  private static func error(_ command: ProgramCommand, _ started: hw_started) -> ProgramError {
    let name = command.words.first ?? ""
    let reason = systemMessage(started.error)
    switch hw_step(UInt32(started.step)) {
    case HW_STEP_EXEC:
      if started.error == ENOENT { return ProgramError(kind: .notFound, message: "\(name): command not found") }
      return ProgramError(kind: .cannotExecute, message: "cannot execute \(name): \(reason)")
    case HW_STEP_PID_NAMESPACE: return surroundings("enter the program's PID namespace", reason)
    case HW_STEP_NETWORK: return surroundings("enter the client's network namespace", reason)
    case HW_STEP_MOUNT: return surroundings("make a mount namespace for the program", reason)
    case HW_STEP_PROC: return surroundings("mount /proc for the program", reason)
    case HW_STEP_FILES: return surroundings("give the program its own resolv.conf", reason)
    case HW_STEP_CAPABILITIES: return surroundings("give the program our capabilities", reason)
    default: return surroundings("start a process", reason)
    }
  }

  private static func surroundings(_ action: String, _ reason: String) -> ProgramError {
    ProgramError(kind: .surroundings, message: "cannot \(action): \(reason)")
  }
}
