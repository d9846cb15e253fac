internal import Glibc
internal import SensitiveFiles
internal import SystemPackage

/// A new file for the input of a client and its host.
final class NewFile {
  /// Nil when it is closed.
  private var descriptor: FileDescriptor?
  private let path: String

  /// - Parameter isForClient: whether a client may read it that runs as another user, as in a container. Everything else can hold what
  ///   programs say.
  /// - Throws: `RunnerError` with the system's error.
  init(_ path: String, isForClient: Bool = false) throws(RunnerError) {
    self.path = path
    do {
      let file = try SensitiveFile.create(path)
      descriptor = file
      if isForClient, fchmod(file.rawValue, 0o644) != 0 { throw Errno(rawValue: errno) }
    } catch {
      throw Self.error(path, error)
    }
  }

  deinit {
    // Only after an error: what is complete is finished.
    try? descriptor?.close()
  }

  /// Writes a whole file.
  static func write(_ bytes: [UInt8], to path: String) throws(RunnerError) {
    let file = try NewFile(path)
    try file.write(bytes)
    try file.finish()
  }

  func write(_ bytes: [UInt8]) throws(RunnerError) {
    do {
      try descriptor?.writeAll(bytes)
    } catch {
      throw Self.error(path, error)
    }
  }

  /// Closes the file. Some file systems say only then that they are full.
  func finish() throws(RunnerError) {
    do {
      try exchange(&descriptor, with: nil)?.close()
    } catch {
      throw Self.error(path, error)
    }
  }

  private static func error(_ path: String, _ error: any Error) -> RunnerError {
    RunnerError("cannot write \(path): \(error)")
  }
}
