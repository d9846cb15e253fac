public import LinkConditions

/// What a probe sends, and when.
public struct ProbeOrder: Sendable {
  /// The pace at which packets are sent.
  public enum Pace: Sendable {
    /// One by one with this interval, slightly varied, so that the packets do not synchronize with a timer of the
    /// machine.
    case apart(LinkDuration)
    /// This many packets per second, sent in bursts as large as that requires.
    case steady(Double)
  }

  /// The number of packets.
  public var count: Int
  /// The length of each packet's IP datagram, at least `leastLength`.
  public var ipLength: Int
  /// When they are sent.
  public var pace: Pace
  /// How many packets are sent ahead of the pace at the beginning.
  public var burst = 0
  /// How many packets of the burst are sent per second. What arrives faster than a link can receive it is lost in the buffer of
  /// the engine's socket, which an ordinary user cannot enlarge (`net.core.rmem_max`), and never comes to the link's own queue.
  public var burstRate = Double.infinity
  /// The UDP destination port.
  public var port: UInt16 = 4900
  /// Whether the packets are ECN-capable (ECT(0)), so that they can be marked instead of dropped.
  public var isECNCapable = false
  /// How long to wait for more arrivals after all packets have been sent.
  public var patience: LinkDuration

  /// IPv4 and UDP headers, and three copies of a number.
  public static let leastLength = 20 + 8 + 12

  /// - Parameters:
  ///   - ipLength: bytes of each from the IP header on.
  ///   - patience: how long to wait for the last one.
  public init(count: Int, ipLength: Int = 60, pace: Pace, patience: LinkDuration) {
    self.count = count
    self.ipLength = max(Self.leastLength, min(ipLength, 1500))
    self.pace = pace
    self.patience = patience
  }

  /// How many packets one frame carries to the link, which splits it. High rates need several, because sending each
  /// packet alone would take too much CPU time.
  var segments: Int {
    if case .steady(let rate) = pace, rate > 20_000, ipLength >= 1000 { 16 } else { 1 }
  }
}
