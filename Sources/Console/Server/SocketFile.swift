import Glibc

/// The name of a Unix socket in the file system, which only its user may open.
struct SocketFile {
  let path: String

  /// Removes what a server left that has ended; what somebody serves, and what is no socket, stays.
  func removeIfAbandoned() {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, !isServed else { return }
    unlink(path)
  }

  /// Does something while files that are made are for their user alone.
  static func privately<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = umask(0o177)
    defer { umask(before) }
    return try body()
  }

  private var isServed: Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else { return true }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    // The pointer is used only during the call, as sockets take addresses of all kinds by one type.
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return result == 0 || errno != ECONNREFUSED
  }
}
