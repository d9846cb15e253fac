/// One quantity of a link: what was asked for, what was seen, and whether the difference is within its bound.
public struct VerificationCheck: Codable, Sendable {
  /// What was measured.
  public enum Quantity: String, Codable, Sendable {
    case delayMedian = "delay, median"
    case delayP99 = "delay, 99th percentile"
    case jitter = "jitter, distribution"
    case nameDelayMedian = "DNS delay, median"
    case nameDelayP99 = "DNS delay, 99th percentile"
    case nameJitter = "DNS delay, distribution"
    case loss
    case nameLoss = "DNS loss"
    case duplicate
    case corrupt
    case reorder
    case marked = "ECN marks"
    case rate = "bandwidth"
    case queue = "stay while the queue is full"
    case mtu = "MTU"
  }

  public var quantity: Quantity
  /// `uplink` or `downlink`.
  public var direction: String
  /// For people, with their units.
  public var asked: String
  public var got: String
  public var error: String
  public var bound: String
  /// The same as numbers: milliseconds for times, bits a second for rates, 0 to 1 for probabilities and distances.
  public var askedValue: Double
  public var gotValue: Double
  /// How far it is off: in ms for delays, as a share of what was asked for rates, a distance for distributions.
  public var errorValue: Double
  /// How far it may be off; for probabilities half the width of the interval.
  public var boundValue: Double
  public var isWithin: Bool
  /// How many packets it was measured with.
  public var packets: Int
  /// How often it was measured: again where the first time was out of bounds, which one time in a hundred is chance.
  public var attempts = 1
  /// What a reader should know besides.
  public var note: String?
  public var plot: VerificationPlot?
}
