/// Something about a packet of a conversation that delays data or shows trouble.
public struct TCPFinding: Hashable, Sendable {
  /// What it is. The rules are Wireshark's (`packet-tcp.c`, `tcp_analyze_sequence_number`) as far as one stream shows them.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// Bytes that were sent before, or that come late enough to have been lost and sent again.
    case retransmission
    /// Bytes that come after later ones, sooner than a retransmission could.
    case outOfOrder
    /// A segment with no new byte just below the next expected one, sent to hear whether the other end is there.
    case keepAlive
    /// The receiver has no room.
    case zeroWindow
    /// Bytes that were sent twice with different content; the first copy counts.
    case conflict
    /// A segment that no receiver would take (RFC 9293 section 3.10.7, RFC 5961): it is passed over.
    case outsideWindow
    /// Bytes that are not in the capture although the other end has acknowledged them, or that were given up.
    case missing
    /// A packet of QUIC that seemed lost (RFC 9002 section 6.1).
    case lost
  }

  /// What it is.
  public var kind: Kind
  /// The packet in which it shows.
  public var packet: PacketMark
  /// Who sent it.
  public var side: FlowSide
  /// The place in the sender's stream, and how many bytes it concerns.
  public var offset: Int64
  /// How many bytes it concerns.
  public var count: Int64

  /// - Parameter count: how many bytes it concerns.
  package init(kind: Kind, packet: PacketMark, side: FlowSide, offset: Int64, count: Int64) {
    self.kind = kind
    self.packet = packet
    self.side = side
    self.offset = offset
    self.count = count
  }
}
