import Captures
import Dissection
import SystemPackage
import TextOutput

/// A file that is read whole.
enum WholeFile {
  /// What may be read.
  enum Kind {
    /// Whatever has a path. A pipe or a device may keep its reader waiting, for whom that is meant: the user who named it.
    case any
    /// A regular file: for a process that serves others, whom a pipe without a writer would keep waiting for ever.
    case regular
  }

  /// What a file holds, or `limit` and one byte of it where it is larger.
  static func bytes(of path: String, limit: Int, kind: Kind = .any) throws(Failure) -> [UInt8] {
    do {
      // Opening a pipe waits for its writer, so what may not wait asks for the kind afterwards.
      var options: FileDescriptor.OpenOptions = .closeOnExec
      if kind == .regular { options.insert(.nonBlocking) }
      let file = try FileDescriptor.open(FilePath(path), .readOnly, options: options)
      return try file.closeAfter {
        if kind == .regular, !RegularFile.isOne(file.rawValue) {
          throw Failure("cannot read \(path): it is not a regular file", status: ExitStatus.environment)
        }
        return try read(file, limit)
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("cannot read \(path): \(error)", status: ExitStatus.environment)
    }
  }

  private static func read(_ file: FileDescriptor, _ limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let room = min(limit + 1 - bytes.count, 1 << 20)
      let part = try [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      if part.isEmpty { break }
      bytes += part
    }
    return bytes
  }
}
