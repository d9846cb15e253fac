import LinkConditions

/// The counters of one direction of a link.
///
/// If a direction carries large sends in one piece, each counts as one packet. Packets are conserved: `entered +
/// duplicated + made == left + dropped + queued`.
public struct DirectionStatistics: Equatable, Sendable {
  /// Packets that entered the link, counted after large sends were split.
  public var entered = 0
  /// Bytes of their Ethernet frames.
  public var enteredBytes = 0
  /// Packets that left the link.
  public var left = 0
  /// Bytes of their Ethernet frames.
  public var leftBytes = 0
  /// Duplicates that the link made.
  public var duplicated = 0
  /// Packets in which the link flipped a bit.
  public var corrupted = 0
  /// Packets that the link marked "congestion experienced".
  public var marked = 0
  /// Packets lost by the loss model.
  public var droppedByLoss = 0
  /// Packets dropped because the conditions' queue was full.
  public var droppedByQueue = 0
  /// Packets that the discipline of the queue dropped before the queue was full.
  public var droppedByDiscipline = 0
  /// Packets that waited when the profile was switched, and were dropped by the switch.
  public var droppedBySwitch = 0
  /// Packets dropped because their numbers were in the conditions' `drop` list.
  public var droppedByList = 0
  /// Packets dropped because they were longer than the conditions' MTU.
  public var droppedByMTU = 0
  /// Packets dropped because their port lost its mapping in a `rebind` event.
  public var droppedByRebinding = 0
  /// ICMP errors that the link itself sent.
  public var made = 0
  /// Packets that were under way when the link was reset.
  public var droppedByReset = 0
  /// Packets that netem dropped. It does not report whether the loss model or the queue was the reason, and counts here what
  /// `ecn` has marked and passed on, too.
  public var droppedByKernel = 0
  /// Packets dropped because the engine had no memory for them.
  public var droppedByMemory = 0
  /// Packets that the kernel refused to send: they were longer than the interface's MTU, or the interface was down.
  public var droppedBySend = 0
  /// Frames that were lost before they entered: the engine was too slow, or could not read the frame.
  public var overruns = 0
  /// Large sends that were split.
  public var largeSendsCut = 0
  /// Packets in the queue now.
  public var queued = 0
  /// The most packets that were ever in the queue.
  public var queuedAtMost = 0
  /// How late packets left. netem does not report it.
  public var lateness = Lateness()

  /// All zero.
  public init() {}

  /// Packets that entered and will not leave, for any reason.
  public var dropped: Int {
    droppedByLoss + droppedByQueue + droppedByList + droppedByMTU + droppedByRebinding + droppedByMemory + droppedBySend
      + droppedByKernel + droppedByReset + droppedByDiscipline + droppedBySwitch
  }
}

extension DirectionStatistics {
  /// Counts packets that were dropped.
  mutating func count(_ packets: Int, droppedBy reason: Admission.Drop?) {
    switch reason {
    case .queueLimit: droppedByQueue += packets
    case .discipline: droppedByDiscipline += packets
    case .switched: droppedBySwitch += packets
    case .list: droppedByList += packets
    case .mtu: droppedByMTU += packets
    case .loss, nil: droppedByLoss += packets
    }
  }

  /// What this direction did otherwise than its conditions say, in words.
  func shortfalls(beyond tolerance: LinkDuration) -> [String] {
    var found: [String] = []
    if lateness.exceeds(tolerance) {
      let (late, worst) = (lateness.percentile(0.99), lateness.worst)
      found.append("departures \(late.milliseconds) late at p99, \(worst.milliseconds) at worst")
    }
    if overruns > 0 { found.append("\(overruns) packets lost before the link saw them") }
    return found
  }

  /// The sum of the counters of two engines that carried packets one after the other.
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
      \.droppedByDiscipline,
      \.droppedBySwitch,
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
    sum.lateness = earlier.lateness + later.lateness
    sum.queuedAtMost = max(earlier.queuedAtMost, later.queuedAtMost)
    return sum
  }
}
