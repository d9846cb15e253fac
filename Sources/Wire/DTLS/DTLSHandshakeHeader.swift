/// The header of a handshake message, or of a fragment of one (RFC 6347 section 4.2.2, RFC 9147 section 5.2).
public struct DTLSHandshakeHeader: Hashable, Sendable {
  /// 12 bytes.
  public static let length: Int = 12

  /// Such as 1 for ClientHello.
  public var type: UInt8
  /// How many bytes the message has without headers.
  public var messageLength: Int
  /// The number of the message in its handshake.
  public var messageSequence: UInt16
  /// The bytes of the message that the fragment has.
  public var fragment: Range<Int>

  /// Nil unless a header is at `offset`, whose fragment lies within the message.
  public init?(_ bytes: Span<UInt8>, at offset: Int) {
    guard offset >= 0, bytes.count - offset >= Self.length else { return nil }
    func number(_ place: Int) -> Int { Int(bytes[place]) << 16 | Int(bytes.uint16(at: place + 1)) }
    type = bytes[offset]
    messageLength = number(offset + 1)
    messageSequence = bytes.uint16(at: offset + 4)
    let start = number(offset + 6)
    fragment = start..<start + number(offset + 9)
    guard fragment.upperBound <= messageLength else { return nil }
  }

  /// True if the fragment is the whole message.
  public var isWhole: Bool { fragment.count == messageLength }
}
