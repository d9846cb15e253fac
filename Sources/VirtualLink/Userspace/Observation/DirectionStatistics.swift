/// What one direction of a link has done so far.
///
/// Where a direction carries large sends uncut, each counts as one packet. Packets are conserved:
/// `entered + duplicated + made == left + dropped + queued`.
public struct DirectionStatistics: Equatable, Sendable {
  /// Packets that entered the link, after large sends were cut.
  public var entered = 0
  /// Bytes of their Ethernet frames.
  public var enteredBytes = 0
  /// Packets that left the link.
  public var left = 0
  /// Bytes of their Ethernet frames.
  public var leftBytes = 0
  /// Copies that the link made.
  public var duplicated = 0
  /// Packets in which the link flipped a bit.
  public var corrupted = 0
  /// Packets that the link marked "congestion experienced".
  public var marked = 0
  /// Packets lost by the loss model.
  public var droppedByLoss = 0
  /// Packets that the conditions' queue had no room for.
  public var droppedByQueue = 0
  /// Packets that the conditions' list of drops had the numbers of.
  public var droppedByList = 0
  /// Packets that were longer than the conditions' MTU.
  public var droppedByMTU = 0
  /// Packets to a port that had a mapping before the link was told to rebind.
  public var droppedByRebinding = 0
  /// ICMP errors that the link itself made.
  public var made = 0
  /// Packets that were on their way when the link was reset.
  public var droppedByReset = 0
  /// Packets that the kernel's netem dropped; it does not say whether its loss model or its queue did.
  public var droppedByKernel = 0
  /// Packets that the engine had no memory for.
  public var droppedByMemory = 0
  /// Packets that the kernel would not take: longer than the interface's MTU, or the interface is down.
  public var droppedBySend = 0
  /// Frames lost before they entered: the engine was too slow, or the frame was beyond what it can read.
  public var overruns = 0
  /// Large sends that were cut.
  public var largeSendsCut = 0
  /// Packets in the queue now.
  public var queued = 0
  /// The most packets there ever were in the queue.
  public var queuedAtMost = 0

  public init() {}

  /// Packets that entered and will not leave, for all reasons together.
  public var dropped: Int {
    droppedByLoss + droppedByQueue + droppedByList + droppedByMTU + droppedByRebinding + droppedByMemory + droppedBySend
      + droppedByKernel + droppedByReset
  }
}

extension DirectionStatistics {
  /// What two engines that carried packets one after the other have done.
  static func + (earlier: DirectionStatistics, later: DirectionStatistics) -> DirectionStatistics {
    var sum = later
    let counts: [WritableKeyPath<DirectionStatistics, Int>] = [
      \.entered,
      \.enteredBytes,
      \.left,
      \.leftBytes,
      \.duplicated,
      \.corrupted,
      \.marked,
      \.droppedByLoss,
      \.droppedByQueue,
      \.droppedByList,
      \.droppedByMTU,
      \.droppedByRebinding,
      \.made,
      \.droppedByReset,
      \.droppedByKernel,
      \.droppedByMemory,
      \.droppedBySend,
      \.overruns,
      \.largeSendsCut,
    ]
    for count in counts { sum[keyPath: count] += earlier[keyPath: count] }
    sum.queuedAtMost = max(earlier.queuedAtMost, later.queuedAtMost)
    return sum
  }
}
