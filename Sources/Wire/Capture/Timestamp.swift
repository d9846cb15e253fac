/// An instant at which a frame was seen: nanoseconds since 1970-01-01 00:00:00 UTC.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Nanoseconds since the Unix epoch; negative before it.
  public var nanoseconds: Int64

  /// - Parameter nanoseconds: since 1970-01-01 UTC.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }

  /// The nanoseconds from `rhs` to `lhs`, wrapping where a hostile file makes the difference overflow.
  public static func - (lhs: Timestamp, rhs: Timestamp) -> Int64 {
    lhs.nanoseconds &- rhs.nanoseconds
  }
}
