public import LinkConditions
public import Wire

/// Where, when and how a frame was seen on a link.
public struct FrameSighting: Equatable, Sendable {
  /// The two places at which a link shows a frame.
  public enum Place: UInt8, Sendable {
    /// At the end it came from, as the sender sent it.
    case entering
    /// At the end it goes to, as the receiver gets it.
    case leaving
  }

  /// What became of the frame, as far as is known at that place.
  public enum Fate: Equatable, Sendable {
    /// It will leave, this many times.
    case queued(copies: Int)
    /// It will not leave.
    case dropped(Reason)
    /// It leaves now, so many nanoseconds after it entered.
    case delivered(delay: Int64)
    /// The link itself has made it: an ICMP error.
    case made
    /// The kernel decides about it, and does not say; or, where it leaves, nothing like it was seen to enter.
    case unknown
  }

  /// Why a frame did not get through.
  public enum Reason: UInt8, Sendable {
    /// The loss model said so.
    case loss
    /// The conditions' queue was full.
    case queueLimit
    /// Its number was on the list of those to be dropped.
    case list
    /// It was longer than the conditions' MTU.
    case mtu
    /// The port it goes to has had no mapping since the link was told to rebind.
    case rebinding
    /// The engine's memory was full.
    case memory
  }

  /// The time of day by a clock that is not set and never goes back; see `StampClock`.
  public var timestamp: Timestamp
  public var direction: LinkDirection
  public var place: Place
  public var fate: Fate
  /// The profile in force, and the part of the traffic that the frame is in: 0, or which of its selections.
  public var profile = ""
  public var part = 0
  /// At the end it came from: how long the link is going to take with it, in nanoseconds, if that is certain.
  public var expectedDelay: Int64?
  /// Whether it is marked "congestion experienced" on its way.
  public var isMarked = false
  /// Whether it goes past the delay and past those that were before it.
  public var isReordered = false
  /// At the end it reaches, where only the frames themselves tell: whether it has been there before.
  public var isCopy = false
  /// The bit of the frame that the link flips or has flipped, from bit 0 of byte 0.
  public var corruptedBit: Int?

  /// The client's own port, where the far side sees another.
  public var clientPort: UInt16?

  public init(
    timestamp: Timestamp, direction: LinkDirection, place: Place, fate: Fate, corruptedBit: Int? = nil
  ) {
    self.timestamp = timestamp
    self.direction = direction
    self.place = place
    self.fate = fate
    self.corruptedBit = corruptedBit
  }

  /// Whether the client's own interface sees the frame at this moment: what it sends, and what reaches it.
  public var isClientView: Bool {
    (direction == .uplink) == (place == .entering)
  }
}
