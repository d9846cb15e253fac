/// Which of the packets that wait for the bandwidth is sent next, and which are dropped or marked before their turn.
///
/// The parameters have the names of tc-codel(8), tc-fq_codel(8) and tc-pie(8), and the kernel's defaults. The lengths
/// that they count are those of Ethernet frames, as in the kernel.
public enum QueueDiscipline: Hashable, Sendable {
  /// First in, first out, with a `QueueLimit`.
  case fifo
  /// Controlled delay (RFC 8289).
  case codel(CoDelParameters)
  /// A queue with CoDel for each flow, served in turn (RFC 8290).
  case fqCodel(FairQueueParameters)
  /// Proportional integral controller, enhanced (RFC 8033).
  case pie(PIEParameters)

  /// The name in profiles and in `tc`.
  public var name: String {
    switch self {
    case .fifo: "fifo"
    case .codel: "codel"
    case .fqCodel: "fq_codel"
    case .pie: "pie"
    }
  }
}

/// The parameters of CoDel.
public struct CoDelParameters: Hashable, Sendable {
  /// The longest wait that is acceptable if it lasts.
  public var target = LinkDuration.milliseconds(5)
  /// How long packets may wait longer than that before one is dropped: about a round trip.
  public var interval = LinkDuration.milliseconds(100)
  /// The most packets that wait.
  public var limit = 1000
  /// Whether packets that support ECN are marked "congestion experienced" instead of dropped.
  public var marks = false
  /// The wait from which on every packet that supports ECN is marked, or nil.
  public var markThreshold: LinkDuration?

  /// The defaults of the RFC and of the kernel.
  public init() {}
}

/// The parameters of FQ-CoDel.
public struct FairQueueParameters: Hashable, Sendable {
  /// The parameters for each flow, except for the limit, which is for all flows together.
  public var codel: CoDelParameters
  /// How many queues there are. Flows whose hashes fall on the same queue share it.
  public var flows = 1024
  /// How many bytes of a queue are sent before it is another one's turn.
  public var quantum = 1514

  /// The defaults of the RFC and of the kernel.
  public init() {
    codel = CoDelParameters()
    codel.limit = 10_240
    codel.marks = true
  }
}

/// The parameters of PIE.
public struct PIEParameters: Hashable, Sendable {
  /// The wait that the controller aims at.
  public var target = LinkDuration.milliseconds(15)
  /// How often the probability of drops is computed (`tupdate`).
  public var update = LinkDuration.milliseconds(15)
  /// The most packets that wait.
  public var limit = 1000
  /// The weight of the deviation from the target, 0 to 32: sixteenths per second.
  public var alpha: UInt32 = 2
  /// The weight of the change of the wait, 0 to 32: sixteenths per second.
  public var beta: UInt32 = 20
  /// Whether packets that support ECN are marked instead of dropped, up to a probability of 10 %.
  public var marks = false
  /// Whether shorter packets are dropped less often.
  public var countsBytes = false

  /// The defaults of the RFC and of the kernel.
  public init() {}
}
