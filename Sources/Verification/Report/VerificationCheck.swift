/// One quantity of a link: what was requested, what was measured, and whether the difference is within its bound.
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
  /// The values and the error as text, with units.
  public var asked: String
  public var got: String
  public var error: String
  public var bound: String
  /// The same values as numbers: milliseconds for times, bits per second for rates, 0 to 1 for probabilities and
  /// distances.
  public var askedValue: Double
  public var gotValue: Double
  /// The error: in ms for delays, relative to the requested value for rates, a distance for distributions.
  public var errorValue: Double
  /// The largest allowed error; for probabilities, half the width of the interval.
  public var boundValue: Double
  public var isWithin: Bool
  /// The number of packets that it was measured with.
  public var packets: Int
  /// How many times it was measured. It is measured again if the first result was out of bounds, which happens by
  /// chance once in a hundred times.
  public var attempts = 1
  /// An additional remark for the reader.
  public var note: String?
  public var plot: VerificationPlot?
}
