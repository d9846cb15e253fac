import CLinux
import CNetlink
import Glibc
import Synchronization

/// Reports when something that a connected link's way out depends on has gone: its helper process or its interface.
///
/// Without this, a broken way out would look like a bad network to the program on the link.
final class HelperWatch: Sendable {
  private let isClosing = Mutex(false)
  /// Wakes the thread that listens for interfaces.
  private let bell: Descriptor
  private let onFailure: @Sendable (LinkError) -> Void

  /// Begins to watch.
  /// - Parameters:
  ///   - process: a child of this process. The watch does not reap it; whoever started it does.
  ///   - name: what it is called in the error.
  ///   - interface: the way out's interface in the far side's namespace.
  ///   - onFailure: called on a thread of its own, and never after `close`.
  init(
    process: pid_t, name: String, interface: String, in farSide: NetworkNamespace,
    onFailure: @escaping @Sendable (LinkError) -> Void
  ) throws {
    let raw = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard raw >= 0 else { throw LinkError("create an event descriptor", errno: errno) }
    bell = Descriptor(owning: raw)
    self.onFailure = onFailure
    let watch = try farSide.perform { try WireWatch(interfaces: [interface]) }
    try OwnThread.start { self.waitForEnd(of: process, name) }
    try OwnThread.start { self.waitForRemoval(watch) }
  }

  /// Stops watching: from now on the process and the interface are being removed on purpose.
  func close() {
    isClosing.withLock { $0 = true }
    eventfd_write(bell.raw, 1)
  }

  private func waitForEnd(of process: pid_t, _ name: String) {
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    fail("\(name), through which the link reached the host, has ended")
  }

  private func waitForRemoval(_ watch: WireWatch) {
    while !isClosing.withLock({ $0 }) {
      guard case .gone(let interface) = watch.wait(for: bell, until: nil) else { continue }
      return fail("the interface \(interface), through which the link reached the host, is gone")
    }
  }

  private func fail(_ reason: String) {
    guard !isClosing.withLock({ $0 }) else { return }
    onFailure(LinkError(reason))
  }
}
