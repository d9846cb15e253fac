import CLinux
import Glibc

/// A file descriptor that is closed when nobody holds it any more.
public final class Descriptor: Sendable {
  /// The number; valid while this object lives.
  public let raw: Int32

  /// Takes over a descriptor that is open.
  public init(owning raw: Int32) {
    self.raw = raw
  }

  deinit {
    close(raw)
  }

  /// A file that lives in memory only.
  /// - Parameter label: what /proc shows of it.
  public static func memoryFile(_ label: String) throws -> Descriptor {
    let raw = hw_memory_file(label)
    guard raw >= 0 else { throw LinkError("make a file in memory", errno: errno) }
    return Descriptor(owning: raw)
  }
}
