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

  private struct Place {
    /// How much was read.
    var offset = 0
    /// The beginning of a line whose end is not written yet.
    var rest: [UInt8] = []
  }

  public let path: String
  /// To be removed when this process is gone.
  let file: PrivateFile
  private let descriptor: Descriptor
  private let place = Mutex(Place())

  /// Creates an empty file in the directory of control sockets, which is this user's alone.
  public static func make() throws(LinkError) -> KeyLogFile {
    let (path, descriptor, file) = try ControlDirectory.makeFile(
      "\(prefix)\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    return KeyLogFile(path: path, descriptor: descriptor, file: file)
  }

  private init(path: String, descriptor: Descriptor, file: PrivateFile) {
    self.path = path
    self.descriptor = descriptor
    self.file = file
  }

  /// The whole lines that were written since the last call, at most a megabyte of them.
  public func takeNew() -> [UInt8] {
    place.withLock { place in
      var status = stat()
      guard fstat(descriptor.raw, &status) == 0, status.st_size > place.offset else { return [] }
      var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size) - place.offset, Self.portion))
      let count = pread(descriptor.raw, &bytes, bytes.count, off_t(place.offset))
      guard count > 0 else { return [] }
      place.offset += count
      let lines = place.rest + bytes.prefix(count)
      let end = lines.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      // A line that never ends is not a secret.
      place.rest = lines.count - end < 4096 ? Array(lines[end...]) : []
      return Array(lines[..<end])
    }
  }

  /// Removes the file. May be called again.
  public func remove() { file.remove() }
}
