/// How questions about a name are treated.
public struct DNSRule: Sendable, Hashable {
  public var answering: DNSAnswering
  /// How late the answer is, in nanoseconds.
  public var delay: Int64

  public init(_ answering: DNSAnswering, delay: Int64 = 0) {
    self.answering = answering
    self.delay = delay
  }
}
