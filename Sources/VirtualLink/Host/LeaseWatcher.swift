import CLinux
import CNetlink
import Glibc
import Synchronization

/// A process that undoes what another process holds, such as conditions, when that one ends for any reason.
///
/// Start it while this process has only one thread. Each of the two processes notices the end of the other, because
/// the other's end of a pipe closes.
final class LeaseWatcher: Sendable {
  private let process: pid_t
  /// This end of a pipe tells the watcher that the holder exists: it closes when the holder ends.
  private let lifeline: Mutex<Descriptor?>
  /// The end of a pipe that reports end of file when the watcher ends.
  let pulse: Descriptor

  /// - Parameters:
  ///   - closing: a descriptor that the watcher must not keep open.
  ///   - file: a socket file that the watcher also removes.
  ///   - restore: undoes everything. It runs in the watcher.
  init(
    closing: Int32, removing file: PrivateFile?, restore: () throws(LinkError) -> Void
  ) throws(LinkError) {
    let (ours, theirs) = (try Self.pipe(), try Self.pipe())
    process = hw_fork()
    guard process >= 0 else { throw LinkError("start a process", errno: errno) }
    if process == 0 {
      close(closing)
      close(ours.write.raw)
      close(theirs.read.raw)
      Self.watch(file, lifeline: ours.read.raw, restore)
    }
    lifeline = Mutex(ours.write)
    pulse = theirs.read
  }

  /// How long undoing may take, in milliseconds. The watcher could have been stopped by a signal.
  private static let patience: Int32 = 2000

  /// Makes the watcher undo everything, and waits until it has. A watcher that takes too long is killed.
  /// - Returns: false if the watcher failed or was killed.
  @discardableResult
  func undo() -> Bool {
    lifeline.withLock { $0 = nil }
    // The watcher's end of the pipe closes when it ends. Nothing is ever written to the pipe.
    var end = pollfd(fd: pulse.raw, events: Int16(POLLIN), revents: 0)
    if poll(&end, 1, Self.patience) == 0 { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return false }
    }
    return status == 0
  }

  private static func watch(
    _ file: PrivateFile?, lifeline: Int32, _ restore: () throws(LinkError) -> Void
  ) -> Never {
    // It runs in its own session and ignores signals, so that what ends the other process, such as a terminal that hangs up, does not end this one.
    setsid()
    var all = sigset_t()
    sigfillset(&all)
    sigprocmask(SIG_SETMASK, &all, nil)
    hw_prepare_thread("headwind-watch")
    // If the watcher was stopped by a signal, the kernel continues it when the holder dies, so that it still does its
    // work.
    hw_continue_without_parent()
    var byte: UInt8 = 0
    while read(lifeline, &byte, 1) < 0, errno == EINTR {}
    file?.remove()
    do {
      try restore()
    } catch {
      let text = "headwind: \(error.message)\n"
      _ = text.withCString { write(2, $0, strlen($0)) }
      _exit(1)
    }
    _exit(0)
  }

  private static func pipe() throws(LinkError) -> (read: Descriptor, write: Descriptor) {
    var ends: [Int32] = [-1, -1]
    guard hw_pipe(&ends) == 0 else { throw LinkError("create a pipe", errno: errno) }
    return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
  }
}
