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
}
