/// One attempt of a client to get an answer.
public struct Attempt: Sendable, Hashable, Codable {
  /// The seconds since the beginning of the attempt before; zero for the first one.
  public var gap: Double
  /// What it puts on the wire, in order.
  public var events: [WireEvent]
  /// How many seconds after its beginning the client closed its connection without an answer; nil if it did not.
  public var abandoned: Double?

  /// An attempt that begins `gap` seconds after the one before.
  public init(gap: Double, events: [WireEvent], abandoned: Double? = nil) {
    self.gap = gap
    self.events = events
    self.abandoned = abandoned
  }
}
