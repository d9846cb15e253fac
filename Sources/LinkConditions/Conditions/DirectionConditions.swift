/// What one direction of a link does to packets. The meaning of each is that of netem (Linux `net/sched/sch_netem.c`).
public struct DirectionConditions: Hashable, Sendable {
  /// A link that does nothing to packets.
  public static let clean = DirectionConditions()

  /// The rate at which packets are sent one after the other, or nil for no limit.
  public var bandwidth: Bandwidth?
  /// What the bandwidth changes to, or nil.
  public var bandwidthRamp: Ramp<Bandwidth>?
  /// When packets are delivered, by a recording, instead of at a bandwidth; or nil.
  public var trace: DeliveryTrace?
  /// Which bytes the bandwidth, or the trace, counts.
  public var accounting = ByteAccounting.ip
  /// How long a packet travels, once it has been sent.
  public var delay = LinkDuration.zero
  /// What the delay changes to, or nil.
  public var delayRamp: Ramp<LinkDuration>?
  /// How far single delays are from that: at most, if uniform; the standard deviation, if by a table. At most 2.147 s.
  public var jitter = LinkDuration.zero
  /// How the delays spread.
  public var distribution = DelayDistribution.uniform
  /// How much each delay resembles the one before.
  public var delayCorrelation = Probability.never
  /// Whether the delays' correlation leaves their distribution as it is; see `CorrelatedProbability.isExact`.
  public var delayCorrelationIsExact = false
  /// Which packets are lost.
  public var loss = LossModel.none
  /// What a random loss changes to, or nil.
  public var lossRamp: Ramp<Probability>?
  /// Packets that are lost by their number, counted from when the conditions came into force; no other decision is made
  /// about them.
  public var dropped = PacketNumbers.none
  /// The longest datagram that gets through, or nil.
  public var mtu: MTULimit?
  /// Whether packets that understand it are marked "congestion experienced" (RFC 3168) instead of lost.
  public var marksInsteadOfLosing = false
  /// How probable it is that a packet arrives twice.
  public var duplicate = CorrelatedProbability.never
  /// How probable it is that one bit of a packet is flipped.
  public var corrupt = CorrelatedProbability.never
  /// Which packets overtake, or nil.
  public var reorder: Reordering?
  /// When the queue is full, or nil for the usual one (`QueueLimit.usual(for:)`).
  public var queue: QueueLimit?
  /// Delivery in bursts, or nil.
  public var slots: Slots?
  /// How much longer a DNS query (UDP to port 53) travels. It shares the bandwidth, and holds up nothing else.
  public var dnsDelay = LinkDuration.zero
  /// How probable it is that a DNS query is lost, besides what is lost anyway.
  public var dnsLoss = Probability.never

  /// Conditions of the most common kind; the rest is set by assignment.
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
  /// Lets all correlations keep the rates they belong to.
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
