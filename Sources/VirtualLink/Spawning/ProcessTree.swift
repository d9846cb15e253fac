import CLinux
import Glibc
import Synchronization

/// A PID namespace, and in it the processes of a link: none of them outlives the process that made it.
///
/// Its first process is a tiny one of ours that ends with ours, in whatever way that ends; when it is gone the kernel kills every
/// other process in the namespace, those that have left their parents among them (pid_namespaces(7)). The thread that makes a
/// tree must live as long as the tree is to: the main thread, as a rule.
public final class ProcessTree: Sendable {
  /// The process id of the namespace's first process, as we see it.
  public let initProcess: Int32
  /// The namespace, which processes enter by it that are not our children.
  public let namespace: Descriptor
  // Those that are our children: the namespace's first process cannot end before we have collected them.
  private let children = Mutex<Set<Int32>>([])
  // The first process reads from the other end: it ends when this one is closed.
  private let lifeline: Descriptor

  /// - Parameters:
  ///   - network: where the programs are that are to run in the tree. The first process is there too, and in a mount namespace of
  ///     its own: what a program sees in its /proc leads to no other network. Without one it stays in ours.
  ///   - socket: the file of a control socket, which it removes when we are gone.
  ///   - keys: the same of a file with secrets.
  public init(
    network: NetworkNamespace? = nil, removing socket: PrivateFile? = nil, and keys: KeyLogFile? = nil
  ) throws {
    var ends: [Int32] = [-1, -1]
    guard hw_pipe(&ends) == 0 else { throw LinkError("make a pipe", errno: errno) }
    let readEnd = Descriptor(owning: ends[0])
    lifeline = Descriptor(owning: ends[1])
    let started = withExtendedLifetime((readEnd, network)) {
      let network = network?.descriptor.raw ?? -1
      return Self.withFile(socket) { socket in
        Self.withFile(keys?.file) { keys in
          var order = hw_init(lifeline: (ends[0], ends[1]), network: network, leftovers: (socket, keys))
          return hw_start_init(&order)
        }
      }
    }
    guard started.process > 0 else {
      let action =
        switch hw_step(UInt32(started.step)) {
        case HW_STEP_NETWORK: "enter the client's network namespace"
        case HW_STEP_MOUNT: "make a mount namespace"
        case HW_STEP_PROC: "mount /proc"
        default: "make a PID namespace"
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
        // Nothing to wait for: it was collected.
        guard errno == EINTR else { return }
      }
      alarm.raise("its process tree was killed from outside")
    }
  }

  deinit {
    end()
  }

  /// Kills every process of the tree and waits until all are gone. May be called again.
  public func end() {
    Self.end(initProcess, children.withLock { $0 })
    children.withLock { $0 = [] }
  }

  /// Learns of a child of ours that lives in the tree.
  func adopt(_ child: Int32) {
    children.withLock { _ = $0.insert(child) }
  }

  /// Learns that a child was collected.
  func forget(_ child: Int32) {
    children.withLock { _ = $0.remove(child) }
  }

  /// Whether the first process is ending, or has, and takes the tree along. It waits in the kernel for the others, which
  /// wait to be collected by us, so that its end is seen by its flags: PF_EXITING of linux/sched.h, the ninth word of
  /// /proc/PID/stat.
  var isEnding: Bool {
    guard let text = Sysctl.readFile("/proc/\(initProcess)/stat"), let name = text.lastIndex(of: ")") else {
      return true
    }
    let words = text[text.index(after: name)...].split(separator: " ")
    guard words.count > 6, let flags = UInt32(words[6]) else { return true }
    return flags & 0x4 != 0
  }

  private static func end(_ process: Int32, _ children: Set<Int32> = []) {
    // Until it is waited for nobody else can have its number; afterwards there is no such child, and nothing is killed.
    var information = siginfo_t()
    guard waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return }
    kill(process, SIGKILL)
    for child in children { while waitpid(child, nil, 0) < 0, errno == EINTR {} }
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }
}
