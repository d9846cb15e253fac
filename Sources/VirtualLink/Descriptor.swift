import CLinux
import Glibc

/// A file descriptor that is closed when its last reference goes away.
public final class Descriptor: Sendable {
  /// The descriptor's number, which is valid while this object exists.
  public let raw: Int32

  /// Takes ownership of an open descriptor.
  public init(owning raw: Int32) {
    self.raw = raw
  }

  deinit {
    close(raw)
  }

  /// A file that exists only in memory.
  /// - Parameter label: the name that /proc shows for it.
  public static func memoryFile(_ label: String) throws -> Descriptor {
    let raw = hw_memory_file(label)
    guard raw >= 0 else { throw LinkError("create a file in memory", errno: errno) }
    return Descriptor(owning: raw)
  }
}
