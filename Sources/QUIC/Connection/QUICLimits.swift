/// How much memory a connection may take, whatever its bytes say.
public struct QUICLimits: Hashable, Sendable {
  /// The bytes of packets that wait for secrets, or for what the handshake says. The oldest are given up beyond that.
  public var waitingBytes = 256 << 10
  /// The longest handshake message that is put together, in bytes. Of a longer one, only the header is given.
  public var messageBytes = 128 << 10
  /// The bytes of streams that wait for earlier ones. Beyond that the gaps before them are given up.
  public var streamBytes = 16 << 20
  /// How many streams are followed at a time.
  public var streams = 4096
  /// How many paths are told apart.
  public var paths = 64
  /// How many packets of a side and a space can be unacknowledged.
  public var unacknowledged = 16384

  /// The usual bounds.
  public init() {}
}
