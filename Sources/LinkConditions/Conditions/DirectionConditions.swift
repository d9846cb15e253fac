/// What one direction of a link does to packets. Each condition means what it means in netem (Linux
/// `net/sched/sch_netem.c`).
public struct DirectionConditions: Hashable, Sendable {
  /// A link that does nothing to packets.
  public static let clean = DirectionConditions()

  /// The rate at which packets are sent one after another, or nil for no limit.
  public var bandwidth: Bandwidth?
  /// What the bandwidth changes to, or nil.
  public var bandwidthRamp: Ramp<Bandwidth>?
  /// The recording that says when packets are delivered, instead of a bandwidth; or nil.
  public var trace: DeliveryTrace?
  /// Which bytes the bandwidth, or the trace, counts.
  public var accounting = ByteAccounting.ip
  /// How long a packet travels after it has been sent.
  public var delay = LinkDuration.zero
  /// What the delay changes to, or nil.
  public var delayRamp: Ramp<LinkDuration>?
  /// How far single delays deviate from `delay`: the largest deviation if the distribution is uniform, the standard
  /// deviation if it is a table. At most 2.147 s.
  public var jitter = LinkDuration.zero
  /// The distribution of the delays.
  public var distribution = DelayDistribution.uniform
  /// The correlation of each delay with the delay before it.
  public var delayCorrelation = Probability.never
  /// Whether the correlation of delays preserves their distribution; see `CorrelatedProbability.isExact`.
  public var delayCorrelationIsExact = false
  /// Which packets are lost.
  public var loss = LossModel.none
  /// What a random loss changes to, or nil.
  public var lossRamp: Ramp<Probability>?
  /// The numbers of packets to drop, counted from when the conditions came into force. Nothing else is decided about
  /// them.
  public var dropped = PacketNumbers.none
  /// The longest datagram that gets through, or nil.
  public var mtu: MTULimit?
  /// Whether ECN-capable packets are marked "congestion experienced" (RFC 3168) instead of lost.
  public var marksInsteadOfLosing = false
  /// The probability that a packet is duplicated.
  public var duplicate = CorrelatedProbability.never
  /// The probability that one bit of a packet is flipped.
  public var corrupt = CorrelatedProbability.never
  /// Which packets overtake, or nil.
  public var reorder: Reordering?
  /// The queue limit, or nil for the default (`QueueLimit.usual(for:)`).
  public var queue: QueueLimit?
  /// Which packets of a full queue are sent, marked and dropped. With a discipline other than `fifo`, `queue` is not
  /// used: the discipline has a limit of its own.
  public var discipline = QueueDiscipline.fifo
  /// Delivery in bursts, or nil.
  public var slots: Slots?
  /// The additional delay of DNS queries (UDP to port 53). They share the bandwidth, and are delayed after queueing,
  /// without blocking other packets.
  public var dnsDelay = LinkDuration.zero
  /// The probability that a DNS query is lost, in addition to other losses.
  public var dnsLoss = Probability.never

  /// The most common conditions. Set the others by assignment.
  public init(
    bandwidth: Bandwidth? = nil, delay: LinkDuration = .zero, jitter: LinkDuration = .zero, loss: LossModel = .none,
    queue: QueueLimit? = nil, dnsDelay: LinkDuration = .zero
  ) {
    self.bandwidth = bandwidth
    self.delay = delay
    self.jitter = jitter
    self.loss = loss
    self.queue = queue
    self.dnsDelay = dnsDelay
  }
}

extension DirectionConditions {
  /// Whether no packet gets through.
  public var losesEverything: Bool {
    if case .random(let chance) = loss, lossRamp == nil {
      chance.probability == .always && !marksInsteadOfLosing
    } else {
      false
    }
  }

  /// Makes all correlations exact; see `CorrelatedProbability.isExact`.
  mutating func keepRates() {
    delayCorrelationIsExact = delayCorrelation != .never
    if case .random(var chance) = loss {
      chance.isExact = chance.correlation != .never
      loss = .random(chance)
    }
    duplicate.isExact = duplicate.correlation != .never
    corrupt.isExact = corrupt.correlation != .never
    if let chance = reorder?.overtaking { reorder?.overtaking.isExact = chance.correlation != .never }
  }
}
