/// The packets that a probe sent and those that arrived. Times are nanoseconds of the wall clock.
public struct ProbeRecord: Sendable {
  /// A frame that arrived at the other end.
  public struct Arrival: Sendable {
    /// The number of the packet, from 0.
    public var number: Int
    /// The kernel's timestamp.
    public var time: Int64
    /// Whether its bytes differ from those that were sent.
    public var isCorrupted: Bool
    /// Whether it is marked "congestion experienced".
    public var isMarked: Bool

    /// - Parameter time: in nanoseconds.
    public init(number: Int, time: Int64, isCorrupted: Bool = false, isMarked: Bool = false) {
      self.number = number
      self.time = time
      self.isCorrupted = isCorrupted
      self.isMarked = isMarked
    }
  }

  /// When each packet was handed to the kernel, by its number.
  public var sent: [Int64]
  /// The arrivals, in order.
  public var arrivals: [Arrival]
  /// The length of each IP datagram.
  public var ipLength: Int
  /// How many frames were lost because the receiver was too slow.
  public var overruns: Int

  /// - Parameter sent: when each was sent, in nanoseconds.
  public init(sent: [Int64], arrivals: [Arrival], ipLength: Int, overruns: Int = 0) {
    self.sent = sent
    self.arrivals = arrivals
    self.ipLength = ipLength
    self.overruns = overruns
  }
}
