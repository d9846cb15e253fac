import CLinux
import Glibc
import Synchronization

/// A PID namespace with the processes of a link. None of them outlives the process that created it.
///
/// Its first process is a small process of Headwind that ends when Headwind's process ends for any reason. Then the
/// kernel kills every other process in the namespace, including daemons (pid_namespaces(7)). The thread that creates
/// a tree must live as long as the tree, so it is usually the main thread.
public final class ProcessTree: Sendable {
  /// The process id of the namespace's first process, as seen from this process.
  public let initProcess: Int32
  /// A descriptor of the namespace, by which processes that are not children of this process can enter it.
  public let namespace: Descriptor
  // The processes in the tree that are children of this process. The namespace's first process cannot end before they
  // have been reaped.
  private let children = Mutex<Set<Int32>>([])
  // The first process reads from the other end of this pipe, and ends when this end is closed.
  private let lifeline: Descriptor

  /// - Parameters:
  ///   - network: where the programs are that are to run in the tree. The first process is there too, and in a mount namespace of
  ///     its own: what a program sees in its /proc leads to no other network. Without one it stays in ours.
  ///   - socket: the file of a control socket, which it removes when we are gone.
  ///   - keys: the same of the files of a key log.
  public init(
    network: NetworkNamespace? = nil, removing socket: PrivateFile? = nil, and keys: KeyLogFile? = nil
  ) throws {
    var ends: [Int32] = [-1, -1]
    guard hw_pipe(&ends) == 0 else { throw LinkError("create a pipe", errno: errno) }
    let readEnd = Descriptor(owning: ends[0])
    lifeline = Descriptor(owning: ends[1])
    let started = withExtendedLifetime((readEnd, network)) {
      let network = network?.descriptor.raw ?? -1
      return Self.withFile(socket) { socket in
        Self.withFile(keys?.file) { log in
          Self.withFile(keys?.library) { library in
            var order = hw_init(lifeline: (ends[0], ends[1]), network: network, leftovers: (socket, log, library))
            return hw_start_init(&order)
          }
        }
      }
    }
    guard started.process > 0 else {
      let action =
        switch hw_step(UInt32(started.step)) {
        case HW_STEP_NETWORK: "enter the client's network namespace"
        case HW_STEP_MOUNT: "create a mount namespace"
        case HW_STEP_PROC: "mount /proc"
        case HW_STEP_NULL_DEVICE: "open /dev/null"
        case HW_STEP_DIRECTORY: "change to the directory /"
        case HW_STEP_DESCRIPTORS: "open the descriptors of the first process of a PID namespace"
        default: "create a PID namespace"
        }
      throw LinkError(action, errno: started.error)
    }
    initProcess = started.process
    let raw = open("/proc/\(initProcess)/ns/pid", O_RDONLY | O_CLOEXEC)
    guard raw >= 0 else {
      let code = errno
      Self.end(initProcess)
      throw LinkError("open a PID namespace", errno: code)
    }
    namespace = Descriptor(owning: raw)
  }

  private static func withFile<Value>(
    _ file: PrivateFile?, _ body: (UnsafePointer<hw_socket_file>?) -> Value
  ) -> Value {
    guard let file else { return body(nil) }
    return file.withFile { body($0) }
  }

  /// Raises an alarm, from a thread of its own, when the tree ends though nobody has called `end`.
  public func raise(_ alarm: Alarm) throws {
    let process = initProcess
    try OwnThread.start {
      var information = siginfo_t()
      while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0 {
        // The process has already been reaped.
        guard errno == EINTR else { return }
      }
      alarm.raise("its process tree was killed from outside")
    }
  }

  deinit {
    end()
  }

  /// Kills all processes of the tree and waits until they are gone. May be called more than once.
  public func end() {
    Self.end(initProcess, children.withLock { $0 })
    children.withLock { $0 = [] }
  }

  /// Registers a child of this process that runs in the tree.
  func adopt(_ child: Int32) {
    children.withLock { _ = $0.insert(child) }
  }

  /// Records that a child was reaped.
  func forget(_ child: Int32) {
    children.withLock { _ = $0.remove(child) }
  }

  /// Whether the first process has ended or is ending, and the tree with it. While it ends, it waits in the kernel
  /// for the other processes, and those wait to be reaped by this process. So its end is visible only in its flags:
  /// PF_EXITING of linux/sched.h, in the ninth field of /proc/PID/stat.
  var isEnding: Bool {
    guard let text = Sysctl.readFile("/proc/\(initProcess)/stat"), let name = text.lastIndex(of: ")") else {
      return true
    }
    let words = text[text.index(after: name)...].split(separator: " ")
    guard words.count > 6, let flags = UInt32(words[6]) else { return true }
    return flags & 0x4 != 0
  }

  private static func end(_ process: Int32, _ children: Set<Int32> = []) {
    // Until the process is reaped, its number cannot be reused. Afterwards `waitid` fails, and nothing is killed.
    var information = siginfo_t()
    guard waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return }
    kill(process, SIGKILL)
    for child in children { while waitpid(child, nil, 0) < 0, errno == EINTR {} }
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }
}
