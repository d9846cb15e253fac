/// An instant on the monotonic clock that a link lives by: nanoseconds since an arbitrary origin.
///
/// The emulator never reads a clock; the engine (or a test, in virtual time) says what time it is.
public struct LinkInstant: Hashable, Comparable, Sendable {
  /// Nanoseconds since the origin.
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  public static func < (lhs: LinkInstant, rhs: LinkInstant) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }
}
