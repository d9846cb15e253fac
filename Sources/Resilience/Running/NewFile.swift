internal import Glibc

/// A new file for the input of a client and its host.
final class NewFile {
  private let descriptor: CInt
  private let path: String

  /// - Throws: `RunnerError` with the system's error.
  init(_ path: String) throws(RunnerError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.error(path) }
  }

  deinit {
    close(descriptor)
  }

  func write(_ bytes: [UInt8]) throws(RunnerError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.error(path) }
      rest = rest.dropFirst(count)
    }
  }

  private static func error(_ path: String) -> RunnerError {
    RunnerError("cannot write \(path): \(String(cString: strerror(errno)))")
  }
}
