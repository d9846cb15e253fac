/// What a probe has sent, and what has come of it; times in nanoseconds of the wall clock.
public struct ProbeRecord: Sendable {
  /// A frame at the other end.
  public struct Arrival: Sendable {
    /// The number of the packet, from 0.
    public var number: Int
    /// The kernel's stamp.
    public var time: Int64
    /// Whether its bytes are not those that were sent.
    public var isCorrupted: Bool
    /// Whether it is marked "congestion experienced".
    public var isMarked: Bool

    public init(number: Int, time: Int64, isCorrupted: Bool = false, isMarked: Bool = false) {
      self.number = number
      self.time = time
      self.isCorrupted = isCorrupted
      self.isMarked = isMarked
    }
  }

  /// When each packet was handed to the kernel, by its number.
  public var sent: [Int64]
  /// In the order in which they came.
  public var arrivals: [Arrival]
  /// The length of each IP datagram.
  public var ipLength: Int
  /// How many frames the receiver itself was too slow for.
  public var overruns: Int

  public init(sent: [Int64], arrivals: [Arrival], ipLength: Int, overruns: Int = 0) {
    self.sent = sent
    self.arrivals = arrivals
    self.ipLength = ipLength
    self.overruns = overruns
  }
}
