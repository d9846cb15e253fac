import Captures
import Dissection
import SystemPackage
import TextOutput

/// Reads whole files.
enum WholeFile {
  /// The kinds of files that may be read.
  enum Kind {
    /// Any file. Reading a pipe or a device can block, which is acceptable if the user has named it.
    case any
    /// Only regular files, for a process that serves others: a pipe without a writer would block it forever.
    case regular
  }

  /// The contents of a file, or its first `limit + 1` bytes if it is larger.
  static func bytes(of path: String, limit: Int, kind: Kind = .any) throws(Failure) -> [UInt8] {
    do {
      // Opening a pipe waits for its writer, so open without blocking and check the kind afterwards.
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

/// Reads small text files.
enum TextFile {
  /// The largest file: no filter or profile is larger.
  private static let limit = 1024 * 1024

  static func read(_ path: String) throws(Failure) -> String {
    let bytes = try WholeFile.bytes(of: path, limit: limit)
    guard bytes.count <= limit else {
      throw Failure("\(path): larger than \(limit) bytes, the maximum", status: ExitStatus.invalidFile)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
