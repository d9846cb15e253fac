public import HTTP2
public import Streams

/// A frame of HTTP/2 that belongs to no message: what the ends of a connection tell each other about it and its streams.
public struct HTTP2ControlFrame: Hashable, Sendable {
  /// What it says.
  public enum Kind: Hashable, Sendable {
    /// SETTINGS (RFC 9113 section 6.5).
    case settings([HTTP2Setting])
    /// SETTINGS with the flag ACK.
    case settingsAcknowledgment
    /// PING, and whether it answers one (section 6.7).
    case ping(isAcknowledgment: Bool)
    /// GOAWAY with the last stream that is processed (section 6.8).
    case goaway(HTTP2ErrorCode, lastStream: UInt32)
    /// RST_STREAM (section 6.4).
    case reset(HTTP2ErrorCode, stream: UInt32)
  }

  /// The conversation, as Wireshark's `tcp.stream`.
  public var stream: Int
  /// Who sent it.
  public var party: HTTPParty
  /// The packet that completed it.
  public var packet: PacketMark
  /// What it says.
  public var kind: Kind
}
