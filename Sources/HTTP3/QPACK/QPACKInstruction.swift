/// What an encoder says on its stream to change the dynamic table (RFC 9204 section 4.3).
public enum QPACKEncoderInstruction: Hashable, Sendable {
  /// Set Dynamic Table Capacity, in octets (section 4.3.1).
  case setCapacity(UInt64)
  /// Insert with Name Reference (section 4.3.2): an index of the static table, or one relative to the newest entry.
  case insertWithNameReference(index: UInt64, isStatic: Bool)
  /// Insert with Literal Name (section 4.3.3).
  case insertWithLiteralName
  /// Duplicate (section 4.3.4), by an index relative to the newest entry.
  case duplicate(index: UInt64)
}

/// What a decoder says on its stream of what it has taken (RFC 9204 section 4.4).
public enum QPACKDecoderInstruction: Hashable, Sendable {
  /// Section Acknowledgment (section 4.4.1) of the oldest field section of a stream that is not acknowledged.
  case sectionAcknowledgment(stream: UInt64)
  /// Stream Cancellation (section 4.4.2): its field sections refer to nothing any more.
  case streamCancellation(stream: UInt64)
  /// Insert Count Increment (section 4.4.3): as many more entries were taken.
  case insertCountIncrement(UInt64)
}
