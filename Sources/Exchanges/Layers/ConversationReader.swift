import Streams
import Wire

/// What reads the two directions of a conversation: a protocol of exchanges, such as HTTP/1.1, or a layer that hands the
/// conversation within it to another reader, such as TLS.
///
/// It is told of bytes in the order of each direction, each run with the packet that it came in and the one that made it
/// deliverable; of gaps as gaps; and of ends with their kind. A layer tells the reader above it the same. So a protocol needs to
/// know nothing of what is below it, and a new layer is a new class and a line in ``RecognizedConversation``.
///
/// All offsets, those of acknowledgments too, count the bytes of the reader's own conversation.
protocol ConversationReader: AnyObject {
  /// What it holds, in bytes.
  var heldBytes: Int { get }
  /// Whether nothing that is still to come can be of use.
  var isOpaque: Bool { get }
  /// Whether it is read, and is not HTTP/1 in the clear: TLS whose secrets are known, or HTTP/2.
  var isLayered: Bool { get }
  /// Whether it waits for the secrets of TLS.
  var awaitsSecret: Bool { get }
  /// Whether it is HTTP/1 in the clear that answers without a tunnel or an upgrade.
  var isPlain: Bool { get }
  /// True while exchanges depend on what a client that has ended still acknowledges.
  var awaitsAcknowledgments: Bool { get }
  /// The exchanges that are not over, with what would be said of them if nothing more came.
  var standing: [HTTPExchange] { get }

  /// Takes bytes.
  func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece, _ log: HTTPLog)
  /// Takes the word that bytes will never come. Where it is not known how many there are, `count` is
  /// ``unknownCount``.
  func miss(_ count: Int64, _ piece: StreamPiece, _ log: HTTPLog)
  /// A side sends no more.
  func end(of side: FlowSide, _ now: PacketMark, _ log: HTTPLog)
  /// A side has acknowledged what the other one sent up to an offset. Told only while ``awaitsAcknowledgments``.
  func acknowledge(_ side: FlowSide, upTo offset: Int64, _ log: HTTPLog)
  /// A side has broken the connection off.
  func reset(by side: FlowSide, _ now: PacketMark, _ log: HTTPLog)
  /// Nothing more will come, except for acknowledgments and resets where both sides have ended.
  func close(_ closure: FlowClosure, _ now: PacketMark, _ log: HTTPLog)
  /// Something about a packet.
  func note(_ finding: TCPFinding)
  /// More secrets are known: what waited for them may be read now.
  func secretsChanged(_ log: HTTPLog)
}

extension ConversationReader {
  var isLayered: Bool { false }
  var awaitsSecret: Bool { false }
  var isPlain: Bool { false }
  var awaitsAcknowledgments: Bool { false }

  func acknowledge(_ side: FlowSide, upTo offset: Int64, _ log: HTTPLog) {}
  func secretsChanged(_ log: HTTPLog) {}

  /// More than any message may have: what is said of a gap whose length is not known. The offsets after it count it.
  static var unknownCount: Int64 { 1 << 40 }
}

/// How a conversation came about, before its first byte of application data.
final class ConversationOrigin {
  let identity: FlowIdentity
  /// When the SYN or the first packet of QUIC went by, and the packet that completed the handshake.
  var opened: PacketMark?
  var connected: PacketMark?
  /// What the TLS handshake was, if there is TLS.
  var security: TLSSession?
  /// By side: whether it has said in TLS that it sends no more, so that an end is no truncation.
  var hasCloseNotify = Pair(false, false)
  /// By side: where it begins in the stream that it is read from, if that is after what made a tunnel.
  var start = Pair<Int64>(0, 0)
  /// The ends that a PROXY protocol header names.
  var proxied: ProxiedEnds?
  /// What carries it.
  var transport = HTTPExchange.Transport.tcp
  /// Where the tunnel leads that it goes through: `x.example:443`.
  var authority: String?

  init(_ identity: FlowIdentity) {
    self.identity = identity
  }

  /// The origin of a conversation of which something else stands first, with the same handshake of TCP.
  func afterPreamble() -> ConversationOrigin {
    let origin = ConversationOrigin(identity)
    (origin.opened, origin.connected, origin.transport) = (opened, connected, transport)
    return origin
  }

  /// The origin of a conversation in a tunnel through this one, which has no handshake of TCP of its own.
  ///
  /// - Parameter start: where the tunnel begins in the stream of each side.
  func tunnelled(to authority: String?, from start: Pair<Int64>) -> ConversationOrigin {
    let origin = ConversationOrigin(identity)
    origin.authority = authority
    origin.start = start
    return origin
  }
}
