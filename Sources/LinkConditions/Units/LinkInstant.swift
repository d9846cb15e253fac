/// An instant on the monotonic clock of a link: nanoseconds since an arbitrary origin.
///
/// The emulator never reads a clock. The engine, or a test in virtual time, passes the time.
public struct LinkInstant: Hashable, Comparable, Sendable {
  /// Nanoseconds since the origin.
  public var nanoseconds: Int64

  /// An instant on the link's own clock.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  public static func < (lhs: LinkInstant, rhs: LinkInstant) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }

  /// The instant that much later, saturated at the end of the clock (292 years).
  public static func + (lhs: LinkInstant, rhs: LinkDuration) -> LinkInstant {
    LinkInstant(nanoseconds: lhs.nanoseconds.addingSaturated(rhs.nanoseconds))
  }

  /// The time from `rhs` to `lhs`; negative if `rhs` is later.
  public static func - (lhs: LinkInstant, rhs: LinkInstant) -> LinkDuration {
    let (difference, overflow) = lhs.nanoseconds.subtractingReportingOverflow(rhs.nanoseconds)
    return LinkDuration(nanoseconds: overflow ? (lhs < rhs ? .min : .max) : difference)
  }
}
