/// A packet that leaves the link.
public struct Departure: Equatable, Sendable {
  /// The engine's handle for the packet's bytes.
  public var handle: Int32
  /// When it was admitted.
  public var admitted: LinkInstant
  /// When it was due to leave. The engine may be later than this by the error of its timer.
  public var due: LinkInstant
  /// The bit to flip in this copy's bytes if it is to be corrupted: bit 0 is the lowest of byte 0 of the frame.
  public var corruptedBit: Int?
  /// Whether to mark this copy "congestion experienced" (RFC 3168).
  public var isMarked: Bool
  /// Whether it leaves at once, without the delay and before queued packets, because it was reordered.
  public var overtakes: Bool

  /// A packet that leaves the link.
  public init(
    handle: Int32, admitted: LinkInstant, due: LinkInstant, corruptedBit: Int? = nil, isMarked: Bool = false,
    overtakes: Bool = false
  ) {
    self.handle = handle
    self.admitted = admitted
    self.due = due
    self.corruptedBit = corruptedBit
    self.isMarked = isMarked
    self.overtakes = overtakes
  }
}
