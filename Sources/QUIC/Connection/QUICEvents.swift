public import Streams
public import TLS
public import Wire

// What connections tell their receiver, besides bytes.

/// Where something was said.
public struct QUICPlace: Hashable, Sendable {
  /// The number of the connection.
  public var connection: Int
  /// Who said it.
  public var side: TLSSide
  /// The type of the packet.
  public var type: QUICPacketType
  /// The packet number; nil of packets without one.
  public var number: UInt64?
  /// The frame of the capture that it came in.
  public var packet: PacketMark
  /// The frame that made it readable: `packet` unless it had to wait.
  public var now: PacketMark
}

/// What became of a packet's protection.
public enum QUICOpening: Hashable, Sendable {
  /// It has none: Retry, Version Negotiation, a stateless reset.
  case none
  /// It is authentic, and was decrypted.
  case opened
  /// It is authentic, but its number was there before: nothing of it counts.
  case duplicate
  /// It waits for a secret, or for what the handshake says.
  case waiting
  /// There is no secret for it, or none that this module can use.
  case unreadable
  /// It is not what the sender sent under the secrets that are known.
  case notAuthentic
  /// Not all of it is in the capture.
  case cut
}

/// A packet of a datagram.
public struct QUICPacket: Hashable, Sendable {
  /// Where it was; `number` is known of packets that were opened.
  public var place: QUICPlace
  /// Its header. The ranges are about the datagram, whose bytes are gone when the packet had to wait.
  public var header: QUICPacketHeader
  /// What became of its protection.
  public var opening: QUICOpening
  /// The first byte without its mask, if the packet was opened.
  public var firstByte: UInt8
  /// How many bytes the packet number has, if the packet was opened.
  public var numberLength: Int
  /// How often the sender's 1-RTT keys had changed.
  public var keyUpdates: Int
  /// The mark of the datagram's IP header: 0 for none, 1 for ECT(1), 2 for ECT(0), 3 for CE.
  public var congestionMark: UInt8
  /// The path that it took, by its number within the connection.
  public var path: Int
}

/// A complete handshake message (RFC 8446 section 4) in CRYPTO frames.
public struct QUICHandshakeMessage: Hashable, Sendable {
  /// Where the bytes were that completed it.
  public var place: QUICPlace
  /// Which message.
  public var type: HandshakeType
  /// The length of the body. The body itself is empty if it is longer than ``QUICLimits/messageBytes``.
  public var length: Int
  /// Where it is, with its header, in the sender's CRYPTO stream of this space.
  public var range: Range<Int64>
}

/// Where bytes of a stream come from.
public struct QUICStreamPiece: Hashable, Sendable {
  /// The number of the connection.
  public var connection: Int
  /// The stream.
  public var stream: QUICStreamID
  /// Who sent them.
  public var side: TLSSide
  /// The offset of the first of them in the sender's half of the stream.
  public var offset: Int64
  /// The frame of the capture that they came in.
  public var packet: PacketMark
  /// The frame that made them deliverable: `packet` unless they had to wait for earlier ones, or for secrets.
  public var now: PacketMark
  /// Whether they came in a 0-RTT packet.
  public var isEarly: Bool
}

/// How a half of a stream ended.
public enum QUICStreamEnd: Hashable, Sendable {
  /// With its last byte.
  case finished
  /// The sender gave it up (RESET_STREAM), with a code of the application.
  case reset(error: UInt64)
  /// The connection is over, or the capture.
  case connectionOver
}

/// A time in which a limit of the other end kept a side from sending (RFC 9000 section 4).
public struct QUICStall: Hashable, Sendable {
  /// The stream whose limit it was; nil for that of the connection.
  public var stream: QUICStreamID?
  /// The limit, in bytes.
  public var limit: UInt64
  /// The frame of the capture with which the limit was reached.
  public var began: PacketMark
  /// The one with the new limit.
  public var ended: PacketMark
  /// Whether the side said that it was blocked.
  public var wasSaid: Bool
}

/// How long a packet and its acknowledgment took, as seen where it was captured.
public struct QUICRoundTripSample: Hashable, Sendable {
  /// Who sent the packet that was acknowledged.
  public var sender: TLSSide
  /// When the packet that was acknowledged was seen.
  public var sent: PacketMark
  /// The time from there to the acknowledgment, in nanoseconds.
  public var latest: Int64
  /// The part of it that the receiver said it had waited, in nanoseconds, as far as it counts (RFC 9002 section 5.3).
  public var acknowledgmentDelay: Int64
  /// What all samples of the sender's packets give.
  public var estimate: QUICRoundTrip
}

/// Packets of a side that seemed lost.
public struct QUICLoss: Hashable, Sendable {
  /// How it was seen that a packet was lost (RFC 9002 section 6.1).
  public enum Cause: Hashable, Sendable {
    /// A packet at least three numbers later was acknowledged.
    case packetThreshold
    /// A later packet was acknowledged, and too much time has gone by.
    case timeThreshold
  }

  /// Who sent them.
  public var sender: TLSSide
  /// The space of their numbers.
  public var space: QUICSpace
  /// How it was seen.
  public var cause: Cause
  /// The packets with their numbers, in order.
  public var packets: [Packet]

  /// One of them.
  public struct Packet: Hashable, Sendable {
    /// Its number.
    public var number: UInt64
    /// When it was seen.
    public var sent: PacketMark
    /// The length of the packet, in bytes.
    public var length: Int
  }
}

/// A change of path (RFC 9000 section 9).
public struct QUICMigration: Hashable, Sendable {
  /// The client's end, before and after.
  public var client: (before: Endpoint, after: Endpoint) { (clientBefore, clientAfter) }
  /// The server's end, before and after. It changes to the preferred address only.
  public var server: (before: Endpoint, after: Endpoint) { (serverBefore, serverAfter) }
  /// Whether the destination connection ID stayed the same, as when a NAT gives the client another address without its
  /// knowledge. A client that moves uses another one.
  public var isRebinding: Bool
  /// The number of the new path within the connection.
  public var path: Int

  var clientBefore: Endpoint
  var clientAfter: Endpoint
  var serverBefore: Endpoint
  var serverAfter: Endpoint

  init(_ before: QUICPath, _ after: QUICPath, isRebinding: Bool, path: Int) {
    (clientBefore, clientAfter) = (before.client, after.client)
    (serverBefore, serverAfter) = (before.server, after.server)
    self.isRebinding = isRebinding
    self.path = path
  }
}

/// The two ends of a path.
public struct QUICPath: Hashable, Sendable {
  /// The client's end.
  public var client: Endpoint
  /// The server's end.
  public var server: Endpoint
}

/// What was found out of a path (RFC 9000 section 8.2).
public enum QUICPathProbe: Hashable, Sendable {
  /// A side asks whether the other one is reached (PATH_CHALLENGE).
  case challenged(path: Int)
  /// The other side has answered with the same bytes (PATH_RESPONSE), this many nanoseconds later.
  case validated(path: Int, after: Int64)
}

/// Why a connection is over.
public enum QUICClose: Hashable, Sendable {
  /// By the transport (RFC 9000 section 19.19), with its reason in words.
  case transport(QUICErrorCode, frameType: UInt64, reason: String)
  /// By the application, with a code of its own.
  case application(UInt64, reason: String)
  /// Whoever sent it knows nothing of the connection any more (RFC 9000 section 10.3).
  case statelessReset
}

/// Why nothing more is told of a connection.
public enum QUICEnding: Hashable, Sendable {
  /// The memory was needed for others.
  case evicted
  /// The capture is over.
  case endOfCapture
}

/// Why packets are not read.
public enum QUICUnreadable: Hashable, Sendable {
  /// There is no secret for this client random, or none came in time.
  case noSecret(ClientRandom)
  /// There is a secret for this client random, but no packet opens with it.
  case wrongSecret(ClientRandom)
  /// The client's first packets are not in the capture, so that nobody can say which secret it is.
  case beginningMissing
  /// The cipher suite is none that is read here.
  case unsupportedSuite(CipherSuite)
  /// The version is none that is read here.
  case unsupportedVersion(QUICVersion)
}
