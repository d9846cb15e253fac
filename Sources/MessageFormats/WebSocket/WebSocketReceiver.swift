/// What a message is (RFC 6455 section 5.6).
public enum WebSocketMessageKind: Hashable, Sendable {
  /// Text, in UTF-8, or bytes.
  case text, binary
}

/// A message that is over.
public struct WebSocketMessage: Hashable, Sendable {
  /// What it is.
  public var kind: WebSocketMessageKind
  /// The bytes of the stream from its first frame to its last; control frames may be among them.
  public var range: Range<Int64>
  /// How many frames it came in.
  public var fragmentCount: Int
  /// Whether it was compressed (RFC 7692).
  public var isCompressed: Bool
  /// How many bytes it has, unmasked and decompressed.
  public var count: Int64
  /// How many bytes of it are not in the capture, as they were sent.
  public var missing: Int64
  /// Whether all of it was shown: nothing is missing, and it could be decompressed.
  public var isWhole: Bool
}

/// What an end does that RFC 6455 or RFC 7692 does not allow, or that we do not take.
public enum WebSocketFault: Error, Hashable, Sendable {
  /// An opcode that is not defined.
  case opcode
  /// A reserved bit that no extension explains.
  case reservedBits
  /// A length that is not as short as it could be, or too long (section 5.2).
  case length
  /// A control frame that is fragmented, or longer than 125 bytes (section 5.5).
  case controlFrame
  /// A continuation of nothing, or a new message before the last one was over (section 5.4).
  case fragmentation
  /// A frame of the client that is not masked, or one of the server that is (section 5.1).
  case masking
  /// A close frame with one byte (section 5.5.1).
  case closeCode
  /// A message cannot be decompressed.
  case compression
  /// A message is longer than the limit.
  case messageTooLong
  /// The stream ends within a frame or a message.
  case cutShort
}

/// Who is told what one direction of a WebSocket says. Every method has an implementation that does nothing.
public protocol WebSocketReceiver {
  /// A frame begins; `range` are its bytes with the header.
  mutating func receive(frame: WebSocketFrameHeader, _ range: Range<Int64>)
  /// Some of a message, unmasked and decompressed.
  mutating func receive(data: Span<UInt8>, of kind: WebSocketMessageKind)
  /// Bytes of a message are not in the capture.
  mutating func receive(missing count: Int64, of kind: WebSocketMessageKind)
  /// A message is complete.
  mutating func receive(message: WebSocketMessage)
  /// A ping or a pong, as the opcode says.
  mutating func receive(control: WebSocketFrameHeader.Opcode, payload: Span<UInt8>)
  /// The sender closes the connection: with which code, if it says one (section 7.4), and why.
  mutating func receive(close code: UInt16?, reason: Span<UInt8>)
  /// Bytes that break the protocol.
  mutating func receive(fault: WebSocketFault, at offset: Int64)
  /// From here on it is not known where frames begin; nothing more is told.
  mutating func receiveLoss(at offset: Int64)
}

extension WebSocketReceiver {
  public mutating func receive(frame: WebSocketFrameHeader, _ range: Range<Int64>) {}
  public mutating func receive(data: Span<UInt8>, of kind: WebSocketMessageKind) {}
  public mutating func receive(missing count: Int64, of kind: WebSocketMessageKind) {}
  /// A message is complete.
  public mutating func receive(message: WebSocketMessage) {}
  public mutating func receive(control: WebSocketFrameHeader.Opcode, payload: Span<UInt8>) {}
  public mutating func receive(close code: UInt16?, reason: Span<UInt8>) {}
  /// Bytes that break the protocol.
  public mutating func receive(fault: WebSocketFault, at offset: Int64) {}
  public mutating func receiveLoss(at offset: Int64) {}
}
