/// A length of time on a link: nanoseconds, as netem counts it.
public struct LinkDuration: Hashable, Comparable, Sendable {
  /// No time at all.
  public static let zero = LinkDuration(nanoseconds: 0)

  /// The nanoseconds; negative in differences of instants only.
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// So many microseconds; the longest duration if that is more than 292 years.
  public static func microseconds(_ count: Int64) -> LinkDuration {
    LinkDuration(nanoseconds: count.multipliedSaturated(by: 1_000))
  }

  /// So many milliseconds; the longest duration if that is more than 292 years.
  public static func milliseconds(_ count: Int64) -> LinkDuration {
    LinkDuration(nanoseconds: count.multipliedSaturated(by: 1_000_000))
  }

  /// So many seconds; the longest duration if that is more than 292 years.
  public static func seconds(_ count: Int64) -> LinkDuration {
    LinkDuration(nanoseconds: count.multipliedSaturated(by: 1_000_000_000))
  }

  public static func < (lhs: LinkDuration, rhs: LinkDuration) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }

  /// The sum, or the longest duration if the sum is longer than that.
  public static func + (lhs: LinkDuration, rhs: LinkDuration) -> LinkDuration {
    LinkDuration(nanoseconds: lhs.nanoseconds.addingSaturated(rhs.nanoseconds))
  }
}
