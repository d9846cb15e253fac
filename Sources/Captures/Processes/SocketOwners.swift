internal import Glibc

/// The owners of sockets, from the last scan of /proc.
struct SocketOwners {
  /// Scanning /proc may take at most this fraction of the time, so that a flood of unknown packets does not block the
  /// capture.
  private static let largestShare: UInt64 = 5

  private let namespace: ino_t
  private var owners: [UInt64: ProcessName] = [:]
  /// When /proc may be scanned again, in nanoseconds of the monotonic clock.
  private var next: UInt64 = 0

  init(namespace: ino_t) {
    self.namespace = namespace
  }

  /// The process that holds a socket. If several do, the first one.
  mutating func owner(of inode: UInt64) -> ProcessName? {
    if let known = owners[inode] { return known }
    let now = monotonicNanoseconds()
    guard now >= next else { return nil }
    goThrough()
    let end = monotonicNanoseconds()
    next = end + (end - now) * (Self.largestShare - 1)
    return owners[inode]
  }

  private mutating func goThrough() {
    owners.removeAll(keepingCapacity: true)
    for process in ProcessFiles.processes(inNamespace: namespace) {
      let sockets = ProcessFiles.sockets(of: process)
      guard !sockets.isEmpty, let name = ProcessFiles.name(of: process) else { continue }
      for socket in sockets where owners[socket] == nil {
        owners[socket] = ProcessName(id: process, name: name)
      }
    }
  }

  private func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
