/// The result of admitting a packet to the link.
///
/// If `queuedCopies` is 2, the engine keeps the bytes until both copies have departed. Both copies have the same
/// handle. `Departure` says what to do to the bytes of a copy.
public struct Admission: Equatable, Sendable {
  /// Why a packet, or a copy of it, did not enter the queue.
  public enum Drop: UInt8, Sendable {
    /// The loss model dropped it.
    case loss
    /// The queue was full.
    case queueLimit
    /// Its number is on the list of packets to drop.
    case list
    /// It is longer than the MTU of the link. If `MTULimit.answers`, the engine sends an ICMP error to its sender. The
    /// engine fragments a packet that may be fragmented before it admits it.
    case mtu
    /// The queue discipline dropped it before the queue was full.
    case discipline
    /// It waited when the profile was switched, and the switch drops what waits.
    case switched
  }

  /// How many copies will depart: 0, 1 or 2.
  public var queuedCopies: Int
  /// How many copies there were, including the original: 2 if it was duplicated, else 1. Copies that are not queued
  /// were dropped.
  public var copies: Int
  /// Why a copy was dropped, if one was.
  public var drop: Drop?

  /// - Parameters:
  ///   - queuedCopies: how many copies wait now.
  ///   - copies: how many there should be: 2 if the packet was duplicated.
  ///   - drop: why it was dropped; nil if it was not.
  public init(queuedCopies: Int, copies: Int = 1, drop: Drop? = nil) {
    self.queuedCopies = queuedCopies
    self.copies = copies
    self.drop = drop
  }
}
