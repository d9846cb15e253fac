import Glibc

/// A file that has no name and goes with the last who holds it open. Children do not inherit it.
final class UnnamedFile: Sendable {
  let descriptor: Int32

  init(_ bytes: [UInt8] = []) throws {
    var template = Array("/tmp/headwind-test-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw ToolError("no file can be made in /tmp: \(errno)") }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // Several writers, such as a program and its children, must not overwrite each other.
    _ = fcntl(descriptor, F_SETFL, O_APPEND)
    guard write(descriptor, bytes, bytes.count) == bytes.count, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw ToolError("no file can be written in /tmp: \(errno)")
    }
  }

  deinit {
    close(descriptor)
  }

  /// All that is in it, whoever reads or writes it as well.
  func contents() -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = pread(descriptor, &piece, piece.count, bytes.count), count > 0 { bytes += piece[..<count] }
    return bytes
  }
}
