public import Streams
public import Wire

/// A TCP connection of a link, as its client's end saw it.
public struct ConnectionRecord: Hashable, Sendable {
  /// How an end closed it.
  public struct Ending: Hashable, Sendable {
    /// Its first FIN or RST.
    public var packet: PacketMark
    /// Whether it ended by RST.
    public var isReset: Bool
  }

  /// How far a connection is.
  public enum State: String, Sendable {
    /// The client asks for it.
    case opening
    /// Both ends have acknowledged the handshake.
    case open
    /// One of the ends has said that it sends no more.
    case closing
    /// It has ended.
    case closed
    /// The client's system has no socket for it any more, and the wire showed no end of it: an attempt that was given up.
    case abandoned
  }

  /// The number of the conversation from 0, as Wireshark's `tcp.stream`.
  public internal(set) var stream: Int
  /// The client's address and port.
  public internal(set) var client: Endpoint
  /// The server's address and port.
  public internal(set) var server: Endpoint
  /// How often the client sent a SYN, and the first of them.
  public internal(set) var attempts = 0
  /// The client's SYNs: more than one if it had to repeat them.
  public internal(set) var syns: [PacketMark] = []
  /// Its first packet.
  public internal(set) var opened: PacketMark
  /// The server's SYN.
  public internal(set) var connected: PacketMark?
  /// The first byte of each end, the second packet with new ones of the client, and the last.
  public internal(set) var firstSent: PacketMark?
  /// The first payload of the server.
  public internal(set) var firstReceived: PacketMark?
  /// The client's second packet with payload.
  public internal(set) var secondSent: PacketMark?
  /// The client's last packet with payload.
  public internal(set) var lastSent: PacketMark?
  /// The last data of the server, new or not.
  public internal(set) var lastReceived: PacketMark?
  /// Its last packet so far.
  public internal(set) var last: PacketMark
  /// How many bytes each end has sent, without what it sent again.
  public internal(set) var sentBytes: Int64 = 0
  /// Payload bytes of the server, without retransmissions.
  public internal(set) var receivedBytes: Int64 = 0
  /// How many bytes the client had sent before it got the first one.
  public internal(set) var sentBeforeResponse: Int64 = 0
  /// The client's address and port.
  public internal(set) var clientEnding: Ending?
  /// The server's address and port.
  public internal(set) var serverEnding: Ending?
  /// Set by whoever can ask the client's system.
  public var isAbandoned = false

  /// How far it has come.
  public var state: State {
    if clientEnding?.isReset == true || serverEnding?.isReset == true { return .closed }
    switch (clientEnding, serverEnding) {
    case (.some, .some): return .closed
    case (nil, nil):
      if isAbandoned { return .abandoned }
      return connected == nil && attempts > 0 ? .opening : .open
    default: return isAbandoned ? .abandoned : .closing
    }
  }

  /// Whether the client is done with it: it has closed it, or cannot but do so.
  public var isOver: Bool {
    clientEnding != nil || serverEnding?.isReset == true || isAbandoned
  }

  /// More SYNs than this are only counted. No system sends as many for one attempt (tcp(7), tcp_syn_retries).
  private static let mostSYNs = 256

  /// Takes note of a segment.
  /// - Parameter end: where its payload ends in its sender's stream.
  mutating func take(_ segment: TCPSegment, end: Int64, isFromClient: Bool, _ packet: PacketMark) {
    last = packet
    if isFromClient {
      if segment.flags.contains(.syn) {
        attempts += 1
        if syns.count < Self.mostSYNs { syns.append(packet) }
      }
      if segment.length > 0, end > sentBytes {
        if firstSent != nil { secondSent = secondSent ?? packet }
        firstSent = firstSent ?? packet
        lastSent = packet
        sentBytes = end
      }
    } else {
      if segment.flags.contains(.syn) { connected = connected ?? packet }
      if segment.length > 0 { lastReceived = packet }
      if segment.length > 0, end > receivedBytes {
        if firstReceived == nil { sentBeforeResponse = sentBytes }
        firstReceived = firstReceived ?? packet
        receivedBytes = end
      }
    }
    guard !segment.flags.isDisjoint(with: [.fin, .rst]) else { return }
    let ending = Ending(packet: packet, isReset: segment.flags.contains(.rst))
    if isFromClient { clientEnding = clientEnding ?? ending } else { serverEnding = serverEnding ?? ending }
  }
}
