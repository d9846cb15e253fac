import TextOutput
public import Wire

/// What a packet's line takes from the packets before it, small enough to be kept for every packet of a capture.
///
/// It does not hold the time of an earlier packet, so it serves the lines without a time or with an absolute one.
public struct LineContext: Hashable, Sendable {
  /// What is known of the sequence numbers.
  public enum Kind: UInt8, Sendable {
    /// The line has none, or shows them as they are on the wire.
    case none
    /// The packet is the first of its conversation.
    case first
    /// They are counted from those of an earlier packet.
    case later
  }

  /// Which sequence numbers the line has.
  public var kind: Kind
  /// The first sequence numbers of both ends; see `TCPSequenceTable.Base`.
  public var sequence: UInt32
  /// The first sequence number of the other end.
  public var acknowledgment: UInt32

  /// Numbers that are not known are 0.
  public init(kind: Kind, sequence: UInt32 = 0, acknowledgment: UInt32 = 0) {
    self.kind = kind
    self.sequence = sequence
    self.acknowledgment = acknowledgment
  }

  init(_ base: TCPSequenceTable.Base?) {
    guard let base else {
      self.init(kind: .none)
      return
    }
    self.init(kind: base.isKnown ? .later : .first, sequence: base.sequence, acknowledgment: base.acknowledgment)
  }

  fileprivate var base: TCPSequenceTable.Base? {
    kind == .none
      ? nil
      : TCPSequenceTable.Base(sequence: sequence, acknowledgment: acknowledgment, isKnown: kind == .later)
  }
}

extension PacketListing {
  /// Finds the context of the next packet of the capture, which counts for those after it. Writes nothing.
  ///
  /// Of a packet with several TCP headers, the context is that of the last.
  public mutating func remember(_ frame: Frame, _ bytes: Span<UInt8>) -> LineContext {
    if let context = context(of: frame, bytes) { return LineContext(context.base) }
    let length = text.count
    usedBase = nil
    append(frame, bytes)
    text.truncate(to: length)
    return LineContext(usedBase)
  }

  /// Appends the line of a packet whose context was found before.
  public mutating func append(_ frame: Frame, _ bytes: Span<UInt8>, in context: LineContext) {
    guard !appendHeaderComplaint(frame, bytes) else { return }
    append(frame, bytes, in: ListingContext(timeReference: ListedTime(), base: context.base))
  }
}
