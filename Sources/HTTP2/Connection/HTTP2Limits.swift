/// What a connection may hold, whatever its bytes say.
public struct HTTP2Limits: Hashable, Sendable {
  /// The dynamic tables and the field sections.
  public var fields = HPACKDecoder.Limits()
  /// The longest field block, in bytes: HEADERS or PUSH_PROMISE and all CONTINUATION.
  public var block = 256 << 10
  /// The longest payload but DATA's that is held, in bytes.
  public var payload = HTTP2FrameReader.defaultLimit
  /// How many streams are followed at a time.
  public var streams = 1024

  /// The usual bounds.
  public init() {}
}
