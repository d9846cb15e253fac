import Wire

/// How a stream depends on another one (RFC 7540 section 5.3), which RFC 9113 deprecates and clients still send.
public struct HTTP2Priority: Hashable, Sendable {
  /// 5 bytes.
  public static let length = 5

  /// Whether it comes between the stream and all others that depend on the same one.
  public var isExclusive: Bool
  /// The stream that it depends on; 0 for none.
  public var dependency: UInt32
  /// From 1 to 256.
  public var weight: Int

  /// Reads it at an offset; nil if there are fewer than five bytes.
  public init?(_ bytes: Span<UInt8>, at offset: Int) {
    guard offset >= 0, bytes.count - offset >= Self.length else { return nil }
    let field = bytes.uint32(at: offset)
    isExclusive = field >> 31 != 0
    dependency = field & 0x7FFF_FFFF
    weight = Int(bytes[offset + 4]) + 1
  }
}
