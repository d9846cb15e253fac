/// What became of a packet at the moment it entered the link.
///
/// Where `queuedCopies` is 2 the engine keeps the bytes until both copies have departed (each gives the same handle).
/// What is to be done to a copy's bytes is said at its departure.
public struct Admission: Equatable, Sendable {
  /// Why a packet, or a copy of it, did not enter the queue.
  public enum Drop: UInt8, Sendable {
    /// The loss model said so.
    case loss
    /// The queue was full.
    case queueLimit
    /// Its number is on the list of those to be dropped.
    case list
    /// It is longer than the link carries. If `MTULimit.answers`, its sender is to be told; if it may be fragmented, the
    /// engine fragments it before it comes here.
    case mtu
  }

  /// How many copies will depart: 0, 1 or 2.
  public var queuedCopies: Int
  /// How many were made of it, itself included: 1, or 2 if it was duplicated. Those not queued were dropped.
  public var copies: Int
  /// Why a copy was dropped, if one was.
  public var drop: Drop?

  public init(queuedCopies: Int, copies: Int = 1, drop: Drop? = nil) {
    self.queuedCopies = queuedCopies
    self.copies = copies
    self.drop = drop
  }
}
