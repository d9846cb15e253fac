public import LinkConditions

/// What a probe is to send, and when.
public struct ProbeOrder: Sendable {
  /// How packets follow each other.
  public enum Pace: Sendable {
    /// One by one, about so far apart, a little unevenly, so that no timer of the machine keeps step with them.
    case apart(LinkDuration)
    /// So many a second, as many at once as keep up with that.
    case steady(Double)
  }

  /// How many packets.
  public var count: Int
  /// The length of each one's IP datagram, at least `leastLength`.
  public var ipLength: Int
  public var pace: Pace
  /// How many go at once, before the others.
  public var burst = 0
  /// The UDP port that they are for.
  public var port: UInt16 = 4900
  /// Whether they may be marked instead of dropped: ECT(0).
  public var isECNCapable = false
  /// How long to wait for more once all have been sent.
  public var patience: LinkDuration

  /// IPv4 and UDP headers, and three copies of a number.
  public static let leastLength = 20 + 8 + 12

  public init(count: Int, ipLength: Int = 60, pace: Pace, patience: LinkDuration) {
    self.count = count
    self.ipLength = max(Self.leastLength, min(ipLength, 1500))
    self.pace = pace
    self.patience = patience
  }

  /// How many packets one frame holds on its way to the link, which cuts it: many where each alone would keep the sender busy.
  var segments: Int {
    if case .steady(let rate) = pace, rate > 20_000, ipLength >= 1000 { 16 } else { 1 }
  }
}
