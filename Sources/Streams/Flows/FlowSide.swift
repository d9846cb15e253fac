/// One of the two ends of a conversation.
public enum FlowSide: UInt8, Hashable, Sendable {
  /// The end that sent the first packet seen.
  case first = 0
  /// The other one.
  case second = 1

  /// The other end.
  public var other: FlowSide { self == .first ? .second : .first }
}
