public import HTTP3
public import Streams

/// What the ends of a connection of HTTP/3 tell each other about it and its streams, besides messages.
public struct HTTP3ControlFrame: Hashable, Sendable {
  /// What it says.
  public enum Kind: Hashable, Sendable {
    /// GOAWAY with the first request that is not processed (RFC 9114 section 5.2).
    case goaway(first: UInt64)
    /// RESET_STREAM (RFC 9000 section 19.4).
    case reset(HTTP3ErrorCode, stream: UInt64)
  }

  /// The number of the connection of QUIC.
  public var connection: Int
  /// Who sent it.
  public var party: HTTPParty
  /// The packet that completed it.
  public var packet: PacketMark
  /// What it says.
  public var kind: Kind
}
