/// How the server treats questions about a name.
public struct DNSRule: Sendable, Hashable {
  public var answering: DNSAnswering
  /// The delay of the answer in nanoseconds.
  public var delay: Int64

  public init(_ answering: DNSAnswering, delay: Int64 = 0) {
    self.answering = answering
    self.delay = delay
  }
}
