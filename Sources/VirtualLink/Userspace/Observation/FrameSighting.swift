public import LinkConditions
public import Wire

/// Where, when and how a frame was seen on a link.
public struct FrameSighting: Equatable, Sendable {
  /// The two places at which a link shows a frame.
  public enum Place: UInt8, Sendable {
    /// At the sender's end, as the sender sent it.
    case entering
    /// At the receiver's end, as the receiver gets it.
    case leaving
  }

  /// The frame's fate, as far as it is known at that place.
  public enum Fate: Equatable, Sendable {
    /// It will leave, this many times.
    case queued(copies: Int)
    /// It will not leave.
    case dropped(Reason)
    /// It leaves now, this many nanoseconds after it entered.
    case delivered(delay: Int64)
    /// The link itself made it; it is an ICMP error.
    case made
    /// Unknown: the kernel decides about it without reporting its decision, or a leaving frame matches no frame that
    /// entered.
    case unknown
  }

  /// Why a frame was dropped.
  public enum Reason: UInt8, Sendable {
    /// The loss model dropped it.
    case loss
    /// The conditions' queue was full.
    case queueLimit
    /// The discipline of the queue dropped it before the queue was full.
    case discipline
    /// Its number was in the `drop` list.
    case list
    /// It was longer than the conditions' MTU.
    case mtu
    /// Its destination port lost its mapping in a `rebind` event.
    case rebinding
    /// The engine's memory was full.
    case memory
  }

  /// The time of day, by a clock that never jumps or goes back; see `StampClock`.
  public var timestamp: Timestamp
  /// Where the frame goes.
  public var direction: LinkDirection
  /// At which end it was seen.
  public var place: Place
  /// What became of it.
  public var fate: Fate
  /// The profile in force, and the part of the traffic that the frame belongs to: 0 for the rest, or the number of a
  /// selection.
  public var profile = ""
  /// Which part of a large send it is, from 0.
  public var part = 0
  /// At the sender's end: the delay that the frame is going to have, in nanoseconds, if it is certain.
  public var expectedDelay: Int64?
  /// At the sender's end: whether it waits under a queue discipline, which can still drop or mark it.
  public var isUndecided = false
  /// Whether the link marks it "congestion experienced".
  public var isMarked = false
  /// Whether it skips the delay and so overtakes earlier frames.
  public var isReordered = false
  /// At the receiver's end, if fates are inferred from the frames: whether it is a duplicate.
  public var isCopy = false
  /// The bit of the frame that the link flips, counted from bit 0 of byte 0.
  public var corruptedBit: Int?

  /// The client's own port, if the far side sees another.
  public var clientPort: UInt16?

  /// A frame that was seen.
  public init(
    timestamp: Timestamp, direction: LinkDirection, place: Place, fate: Fate, corruptedBit: Int? = nil
  ) {
    self.timestamp = timestamp
    self.direction = direction
    self.place = place
    self.fate = fate
    self.corruptedBit = corruptedBit
  }

  /// Whether this is the client's view of the frame: the client sends it or receives it here.
  public var isClientView: Bool {
    (direction == .uplink) == (place == .entering)
  }
}
