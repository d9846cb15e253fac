/// A duration in nanoseconds, as netem counts it.
public struct LinkDuration: Hashable, Comparable, Sendable {
  /// A duration of zero.
  public static let zero = LinkDuration(nanoseconds: 0)

  /// The nanoseconds. Only differences of instants are negative.
  public var nanoseconds: Int64

  /// A time of so many nanoseconds.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// A duration in microseconds, saturated at 292 years.
  public static func microseconds(_ count: Int64) -> LinkDuration {
    LinkDuration(nanoseconds: count.multipliedSaturated(by: 1_000))
  }

  /// A duration in milliseconds, saturated at 292 years.
  public static func milliseconds(_ count: Int64) -> LinkDuration {
    LinkDuration(nanoseconds: count.multipliedSaturated(by: 1_000_000))
  }

  /// A duration in seconds, saturated at 292 years.
  public static func seconds(_ count: Int64) -> LinkDuration {
    LinkDuration(nanoseconds: count.multipliedSaturated(by: 1_000_000_000))
  }

  public static func < (lhs: LinkDuration, rhs: LinkDuration) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }

  /// The sum, saturated at the longest duration.
  public static func + (lhs: LinkDuration, rhs: LinkDuration) -> LinkDuration {
    LinkDuration(nanoseconds: lhs.nanoseconds.addingSaturated(rhs.nanoseconds))
  }
}
