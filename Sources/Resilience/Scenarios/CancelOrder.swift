/// When a client is told to cancel, and how.
public struct CancelOrder: Sendable, Hashable, Codable {
  /// How long after its start, in nanoseconds.
  public var after: Int64
  /// By SIGTERM, as supervisors end programs, whatever the client says of its standard input; else by the line that the client
  /// asked for, or SIGINT.
  public var isTermination: Bool

  public init(after: Int64, isTermination: Bool = false) {
    self.after = after
    self.isTermination = isTermination
  }
}
