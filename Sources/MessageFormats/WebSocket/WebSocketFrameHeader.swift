import Wire

/// The header of a WebSocket frame (RFC 6455 section 5.2).
public struct WebSocketFrameHeader: Hashable, Sendable {
  /// The longest: two bytes, eight of length and four of mask.
  public static let longest = 14

  /// What a frame is (section 11.8).
  public struct Opcode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The rest of a message.
    public static let continuation = Opcode(rawValue: 0x0)
    /// Text, in UTF-8.
    public static let text = Opcode(rawValue: 0x1)
    /// Bytes.
    public static let binary = Opcode(rawValue: 0x2)
    /// The end of the connection.
    public static let close = Opcode(rawValue: 0x8)
    /// A ping.
    public static let ping = Opcode(rawValue: 0x9)
    /// The answer to a ping.
    public static let pong = Opcode(rawValue: 0xA)

    /// Whether it is a control frame, which may stand between the fragments of a message (section 5.5).
    public var isControl: Bool { rawValue & 0x8 != 0 }
  }

  /// Whether the message ends with it.
  public var isFinal: Bool
  /// The bits RSV1, RSV2 and RSV3, from the highest of three. RSV1 says that a message is compressed (RFC 7692 section 6).
  public var reserved: UInt8
  /// What it is.
  public var opcode: Opcode
  /// The masking key, the first byte highest.
  public var mask: UInt32?
  /// Bytes of the payload.
  public var payloadLength: Int64
  /// The length of the header, in bytes.
  public var length: Int
  /// Whether the length is written in more bytes than it needs, or is larger than 2^63 - 1.
  public var hasBadLength: Bool

  /// Whether the message is compressed.
  public var isCompressed: Bool { reserved & 4 != 0 }

  /// Reads a header at an offset; nil if it is not whole.
  public init?(_ bytes: Span<UInt8>, at offset: Int = 0) {
    guard offset >= 0, bytes.count - offset >= 2 else { return nil }
    let (first, second) = (bytes[offset], bytes[offset + 1])
    isFinal = first & 0x80 != 0
    reserved = first >> 4 & 7
    opcode = Opcode(rawValue: first & 0x0F)
    let short = second & 0x7F
    let lengthSize = short == 127 ? 8 : short == 126 ? 2 : 0
    let maskSize = second & 0x80 != 0 ? 4 : 0
    length = 2 + lengthSize + maskSize
    guard bytes.count - offset >= length else { return nil }
    switch lengthSize {
    case 8:
      let long = bytes.uint64(at: offset + 2)
      payloadLength = Int64(long & 0x7FFF_FFFF_FFFF_FFFF)
      hasBadLength = long >> 63 != 0 || long < 1 << 16
    case 2:
      payloadLength = Int64(bytes.uint16(at: offset + 2))
      hasBadLength = payloadLength < 126
    default:
      payloadLength = Int64(short)
      hasBadLength = false
    }
    mask = maskSize > 0 ? bytes.uint32(at: offset + 2 + lengthSize) : nil
  }

  /// Removes the mask from bytes of the payload (section 5.3).
  ///
  /// - Parameter place: where in the payload they begin.
  public func unmask(_ bytes: inout [UInt8], from place: Int64) {
    guard let mask, mask != 0 else { return }
    var shift = UInt32(truncatingIfNeeded: 24 - 8 * (place & 3))
    var target = bytes.mutableSpan
    for index in target.indices {
      target[index] ^= UInt8(truncatingIfNeeded: mask >> shift)
      shift = shift == 0 ? 24 : shift - 8
    }
  }
}
