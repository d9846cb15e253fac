/// When a client is told to cancel, and how.
public struct CancelOrder: Sendable, Hashable, Codable {
  /// How long after its start, in nanoseconds.
  public var after: Int64
  /// Whether the client always gets SIGTERM, the signal that supervisors use. Otherwise it gets the line on standard
  /// input that it asked for, or SIGINT.
  public var isTermination: Bool

  public init(after: Int64, isTermination: Bool = false) {
    self.after = after
    self.isTermination = isTermination
  }
}
