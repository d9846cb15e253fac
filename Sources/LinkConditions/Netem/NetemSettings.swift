/// The complete configuration of a netem qdisc, with the kernel's attributes.
///
/// The kernel keeps attributes that a change leaves out, so every change carries all of them. Source: Linux
/// `include/uapi/linux/pkt_sched.h` (TCA_NETEM_*), `net/sched/sch_netem.c`.
public struct NetemSettings: Hashable, Sendable {
  /// Delivery in bursts (`tc_netem_slot`). Times are in nanoseconds; all are zero for none.
  public struct Slot: Hashable, Sendable {
    /// The shortest time between two slots.
    public var minimum: Int64 = 0
    /// The longest.
    public var maximum: Int64 = 0
    /// 0 for any number.
    public var packets: Int32 = 0
    /// 0 for any number.
    public var bytes: Int32 = 0
    /// The mean time between two slots, where a table says how it is distributed.
    public var tableDelay: Int64 = 0
    /// How far it varies around the mean.
    public var tableJitter: Int64 = 0

    /// None.
    public init() {}
  }

  /// How a packet's bytes are billed (`tc_netem_rate`).
  public struct Rate: Hashable, Sendable {
    /// Bytes per second, or 0 for no limit.
    public var bytesPerSecond: UInt64 = 0
    /// Added to the Ethernet frame's length.
    public var packetOverhead: Int32 = 0
    /// Bytes of payload per cell; 0 for no cells.
    public var cellSize: UInt32 = 0
    /// Bytes that each cell adds.
    public var cellOverhead: Int32 = 0

    /// None.
    public init() {}
  }

  /// A limit that is never reached.
  public static let unlimited: UInt32 = 1_000_000

  /// Nanoseconds.
  public var latency: Int64 = 0
  /// Nanoseconds.
  public var jitter: Int64 = 0
  /// How much a delay depends on the one before.
  public var delayCorrelation = Probability.never
  /// The most packets in the qdisc, including those that travel.
  public var limit = NetemSettings.unlimited
  /// Which packets are lost.
  public var loss = LossModel.none
  /// Whether packets that allow it are marked with ECN instead.
  public var marksInsteadOfLosing = false
  /// Which packets are sent twice.
  public var duplicate = CorrelatedProbability.never
  /// In which packets one bit is wrong.
  public var corrupt = CorrelatedProbability.never
  /// 0 for no reordering.
  public var gap: UInt32 = 0
  /// Which packets leave at once.
  public var reorder = CorrelatedProbability.never
  /// How fast packets leave.
  public var rate = Rate()
  /// Delivery in bursts.
  public var slot = Slot()
  /// The distribution of delays; nil for uniform. The kernel does not report it back.
  public var delayTable: DelayTable?
  /// The distribution of slots; nil for uniform. The kernel does not report it back.
  public var slotTable: DelayTable?
  /// The seed of random decisions; nil lets the kernel choose. Kernels before 6.7 ignore it.
  public var seed: UInt64?

  /// A qdisc that does nothing to packets.
  public init() {}
}
