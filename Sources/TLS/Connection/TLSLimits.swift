/// How much memory and work a connection may take.
public struct TLSLimits: Hashable, Sendable {
  /// The bytes of each direction that wait for secrets, or for what the other side says first. The oldest records beyond that
  /// are given up. A record that is not complete yet, of at most 18 KB, is not counted.
  public var heldBytes = 256 << 10
  /// The sequence numbers that are tried for the first record after a gap. The number of bytes that are missing can make it
  /// less.
  public var sequenceReach = 4096
  /// The longest handshake message that is put together, in bytes. Of a longer one, only the header is given.
  public var messageBytes = 256 << 10
  /// The bytes that may be deciphered in vain at once, in search of sequence numbers; each trial counts for 1 KB more. Four times
  /// the bytes that are received come in addition.
  public var trialBytes = 8 << 20

  /// The usual bounds.
  public init() {}
}
