import CLinux
import Glibc
import Synchronization

/// A file to which the programs on a link append the secrets of their TLS connections, because `SSLKEYLOGFILE` names it
/// (draft-ietf-tls-keylogfile).
///
/// Only this user can read it. It is removed with this object; where the process is killed, by the first process of the tree that
/// was told of it.
public final class KeyLogFile: Sendable {
  /// The environment variable that names the file. OpenSSL's curl, GnuTLS's wget, Python's ssl, Chromium and Firefox read it.
  public static let variable = "SSLKEYLOGFILE"
  /// How the names of such files begin.
  static let prefix = "keys-"
  /// The most that is read at a time.
  private static let portion = 1 << 20

  private struct Progress {
    /// How much was read.
    var offset = 0
    /// The beginning of a line whose end is not written yet.
    var rest: [UInt8] = []
  }

  /// Where programs find it.
  public let place: KeyLogPlace
  /// To be removed when this process is gone.
  let file: PrivateFile
  /// The empty file over which programs see the library that is loaded into them.
  let library: PrivateFile
  private let descriptor: Descriptor
  /// Held, because its lock says that this process lives.
  private let libraryDescriptor: Descriptor
  private let progress = Mutex(Progress())

  /// Creates an empty file in the directory of control sockets, which is this user's alone.
  public init() throws(LinkError) {
    let name = "\(Self.prefix)\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    let log = try ControlDirectory.makeFile(name)
    let library = try PreloadPlace.make("\(PreloadPlace.prefix)\(name).so")
    place = KeyLogPlace(path: log.path, library: library.path)
    (descriptor, file) = (log.descriptor, log.file)
    (libraryDescriptor, self.library) = (library.descriptor, library.file)
  }

  /// The whole lines that were written since the last call, at most a megabyte of them.
  public func takeNew() -> [UInt8] {
    progress.withLock { progress in
      var status = stat()
      guard fstat(descriptor.raw, &status) == 0, status.st_size > progress.offset else { return [] }
      var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size) - progress.offset, Self.portion))
      let count = pread(descriptor.raw, &bytes, bytes.count, off_t(progress.offset))
      guard count > 0 else { return [] }
      progress.offset += count
      let lines = progress.rest + bytes.prefix(count)
      let end = lines.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      // A line that never ends is not a secret.
      progress.rest = lines.count - end < 4096 ? Array(lines[end...]) : []
      return Array(lines[..<end])
    }
  }

  /// Removes the files. May be called again.
  public func remove() {
    file.remove()
    library.remove()
  }
}

/// Where programs on a link find the file for their secrets.
public struct KeyLogPlace: Hashable, Sendable {
  /// Where programs write their secrets.
  public var path: String
  /// The path at which they see the library that logs the secrets of programs linked with OpenSSL.
  public var library: String

  /// - Parameter library: the library that lets programs write them.
  public init(path: String, library: String) {
    self.path = path
    self.library = library
  }
}
