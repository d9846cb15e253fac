public import SystemPackage

/// Why a forwarder could not start, or ended before it was told to.
public struct EngineError: Error, Equatable, CustomStringConvertible {
  /// What was being done, as "open a packet socket on m0".
  public var operation: String
  /// What the kernel answered.
  public var errno: Errno

  public init(_ operation: String, _ errno: Errno) {
    self.operation = operation
    self.errno = errno
  }

  public var description: String { "cannot \(operation): \(errno)" }
}
