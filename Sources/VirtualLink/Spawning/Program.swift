import CLinux
import Glibc

/// A program that runs on a link, as a child of this process.
///
/// It inherits the standard streams, the working directory, the terminal (it stays in the same process group and
/// session), and the signal dispositions and mask with which Headwind was started. It inherits no other descriptors,
/// unless it is asked to inherit those with which Headwind was started.
public struct Program: Sendable {
  /// Its process id, as seen from this process.
  public let process: Int32

  /// Starts a program.
  /// - Parameters:
  ///   - network: the network namespace in which it runs.
  ///   - tree: the process tree that it belongs to.
  ///   - files: files that it sees in place of the host's. If there are any, it gets its own mount namespace and /proc.
  ///   - standard: the descriptors of its standard input, output and error.
  ///   - inherits: whether it inherits the descriptors with which Headwind was started, with the same numbers.
  public init(
    _ command: ProgramCommand, network: NetworkNamespace?, tree: ProcessTree, files: [ProgramFile] = [],
    standard: (Int32, Int32, Int32) = (0, 1, 2), inherits: Bool = false
  ) throws(ProgramError) {
    let order = hw_program(
      network: network?.descriptor.raw ?? -1, pid_namespace: tree.namespace.raw, standard: standard,
      mounts: files.isEmpty ? 0 : 1, files: nil, file_count: 0, inherits: inherits ? 1 : 0,
      is_detached: 0, directory: nil, candidates: nil, arguments: nil, environment: nil)
    process = try Self.start(command, order, files)
    tree.adopt(process)
  }

  /// Starts a program in the background: in a session of its own, without a terminal, until it or its PID namespace
  /// ends.
  ///
  /// It inherits standard output and error only if they are regular files, so that it keeps no pipe or terminal open.
  /// - Parameter namespace: the PID namespace in which it runs.
  public static func detach(
    _ command: ProgramCommand, network: NetworkNamespace, in namespace: Descriptor, files: [ProgramFile]
  ) throws(ProgramError) {
    let raw = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard raw >= 0 else { throw surroundings("open /dev/null", systemMessage(errno)) }
    let null = Descriptor(owning: raw)
    let order = hw_program(
      network: network.descriptor.raw, pid_namespace: namespace.raw,
      standard: (
        null.raw, isRegularFile(STDOUT_FILENO) ? STDOUT_FILENO : null.raw,
        isRegularFile(STDERR_FILENO) ? STDERR_FILENO : null.raw
      ),
      mounts: 1, files: nil, file_count: 0, inherits: 0, is_detached: 1, directory: nil, candidates: nil,
      arguments: nil, environment: nil)
    _ = try withExtendedLifetime((null, network, namespace)) { () throws(ProgramError) in
      try start(command, order, files)
    }
  }

  private static func isRegularFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func start(
    _ command: ProgramCommand, _ order: hw_program, _ files: [ProgramFile]
  ) throws(ProgramError) -> Int32 {
    let candidates = CStrings(command.candidates)
    let directory = CStrings(command.directory.map { [$0] } ?? [])
    let arguments = CStrings(command.words)
    let environment = CStrings(command.environment)
    let paths = CStrings(files.map(\.path))
    let contents = ByteStrings(files.map(\.bytes))
    // Everything that the C structure points to stays alive during the call.
    let started = withExtendedLifetime((candidates, directory, arguments, environment, paths, contents)) {
      let entries = zip(paths.pointers, contents.buffers).map {
        hw_file(path: $0, bytes: $1.baseAddress, length: $1.count)
      }
      return entries.withUnsafeBufferPointer { entries in
        candidates.withConstantPointers { candidates in
          var program = order
          program.files = entries.baseAddress
          program.file_count = entries.count
          program.candidates = candidates
          program.directory = UnsafePointer(directory.pointers.first)
          program.arguments = UnsafePointer(arguments.base)
          program.environment = UnsafePointer(environment.base)
          return hw_start(&program)
        }
      }
    }
    guard started.process > 0 else { throw Self.error(command, started) }
    return started.process
  }

  private static func error(_ command: ProgramCommand, _ started: hw_started) -> ProgramError {
    let name = command.words.first ?? ""
    let reason = systemMessage(started.error)
    switch hw_step(UInt32(started.step)) {
    case HW_STEP_EXEC:
      if started.error == ENOENT { return ProgramError(kind: .notFound, message: "\(name): command not found") }
      return ProgramError(kind: .cannotExecute, message: "cannot execute \(name): \(reason)")
    case HW_STEP_DIRECTORY:
      return ProgramError(
        kind: .cannotExecute, message: "cannot start \(name) in \(command.directory ?? ""): \(reason)")
    case HW_STEP_PID_NAMESPACE: return surroundings("enter the program's PID namespace", reason)
    case HW_STEP_NETWORK: return surroundings("enter the client's network namespace", reason)
    case HW_STEP_MOUNT: return surroundings("create a mount namespace for the program", reason)
    case HW_STEP_PROC: return surroundings("mount /proc for the program", reason)
    case HW_STEP_FILES: return surroundings("mount the program's own files", reason)
    case HW_STEP_DESCRIPTORS: return surroundings("open the program's descriptors", reason)
    default: return surroundings("start a process", reason)
    }
  }

  private static func surroundings(_ action: String, _ reason: String) -> ProgramError {
    ProgramError(kind: .surroundings, message: "cannot \(action): \(reason)")
  }
}

/// A file that a program sees in place of the file at that path. It exists only in memory.
public struct ProgramFile: Hashable, Sendable {
  /// Where the program sees it.
  public var path: String
  /// What the program reads.
  public var bytes: [UInt8]

  /// A file of these bytes.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// A file of this text, in UTF-8.
  public init(path: String, _ text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }
}

/// Why a program did not start.
public struct ProgramError: Error, Hashable {
  /// The cause, with the exit status that env(1) uses for it.
  public enum Kind: Sendable {
    /// The program was not found: 127.
    case notFound
    /// The program exists but cannot be executed: 126.
    case cannotExecute
    /// The program's environment on the link could not be set up: 125.
    case surroundings
  }

  /// Which one it is.
  public var kind: Kind
  /// What failed and why.
  public var message: String
}
