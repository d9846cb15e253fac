/// What a connection may hold, whatever its bytes say.
public struct HTTP3Limits: Hashable, Sendable {
  /// The dynamic tables and the field sections.
  public var fields = QPACKDecoder.Limits()
  /// The longest payload but DATA's that is held of a stream, in bytes.
  public var payload = 256 << 10
  /// How much all streams together may hold of frames that are not whole, and of what waits for an encoder stream, in bytes.
  public var waiting = 2 << 20
  /// How many streams are followed at a time.
  public var streams = 1024

  /// The usual bounds.
  public init() {}
}
