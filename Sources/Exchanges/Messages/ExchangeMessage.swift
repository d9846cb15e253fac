public import Streams

/// One of the messages that an exchange carries: of a WebSocket, an event stream, or a gRPC call.
public struct ExchangeMessage: Hashable, Sendable {
  /// What a message is.
  public enum Kind: Hashable, Sendable {
    /// The kinds of a WebSocket's messages (RFC 6455 section 5.6).
    case text, binary, ping, pong
    /// The sender ends the WebSocket; its code, if it says one (section 7.4).
    case close(UInt16?)
    /// A message of an event stream: the type and the last ID (WHATWG HTML section 9.2).
    case event(type: [UInt8], id: [UInt8])
    /// How long a client of an event stream is to wait before it connects again, in milliseconds, as text.
    case retry
    /// A message of a gRPC call.
    case call
    /// The trailers of gRPC-Web.
    case trailers
  }

  /// Who sent it.
  public var party: HTTPParty
  /// The packet that completed it.
  public var packet: PacketMark
  /// What it is.
  public var kind: Kind
  /// Its length, decompressed, in bytes.
  public var size: Int64
  /// As much of it as was kept.
  public var bytes: [UInt8]
  /// Whether `bytes` is not all of it.
  public var isCut: Bool
  /// Whether it was compressed.
  public var isCompressed = false

  /// What it is, in a word: `text`, `ping`, `event`, `retry`, `grpc`.
  public var word: String {
    switch kind {
    case .text: "text"
    case .binary: "binary"
    case .ping: "ping"
    case .pong: "pong"
    case .close: "close"
    case .event: "event"
    case .retry: "retry"
    case .call: "grpc"
    case .trailers: "trailers"
    }
  }
}
