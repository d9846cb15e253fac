/// What became of a packet at the moment it entered the link.
///
/// Where `queuedCopies` is 2 the engine keeps the bytes until both copies have departed (each gives the same handle).
public struct Admission: Equatable, Sendable {
  /// Why a packet, or a copy of it, did not enter the queue.
  public enum Drop: UInt8, Sendable {
    /// The loss model said so.
    case loss
    /// The queue was full.
    case queueLimit
  }

  /// How many copies will depart: 0, 1 or 2.
  public var queuedCopies: Int
  /// Why a copy was dropped, if one was.
  public var drop: Drop?
  /// The bit to flip in the bytes, counted from bit 0 of byte 0 of the frame, if the packet is to be corrupted.
  public var corruptedBit: Int?
  /// Whether to mark the packet "congestion experienced" (RFC 3168).
  public var isMarked: Bool

  public init(queuedCopies: Int, drop: Drop? = nil, corruptedBit: Int? = nil, isMarked: Bool = false) {
    self.queuedCopies = queuedCopies
    self.drop = drop
    self.corruptedBit = corruptedBit
    self.isMarked = isMarked
  }
}
