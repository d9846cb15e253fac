/// Why a payload, or a list of transport parameters, cannot be read on.
public enum QUICFrameError: Error, Hashable, Sendable {
  /// It ends within a field that begins at an offset.
  case truncated(at: Int)
  /// A frame type that nobody has registered (RFC 9000 section 12.4), and its offset.
  case unknownType(UInt64, at: Int)
  /// An ACK frame acknowledges numbers below zero (section 19.3.1).
  case acknowledgesNothing(at: Int)
  /// A frame has a value that it may not have.
  case badValue(at: Int)
}
