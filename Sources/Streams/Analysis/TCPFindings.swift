/// What the analysis says of a TCP segment; the names are those of Wireshark's `tcp.analysis.` fields.
public struct TCPFindings: OptionSet, Hashable, Sendable {
  public var rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Bytes that were sent before, or that come late enough to have been lost.
  public static let retransmission = TCPFindings(rawValue: 1 << 0)
  /// A retransmission soon after at least two duplicate acknowledgments.
  public static let fastRetransmission = TCPFindings(rawValue: 1 << 1)
  /// A retransmission of bytes that had been acknowledged.
  public static let spuriousRetransmission = TCPFindings(rawValue: 1 << 2)
  /// Bytes that come after later ones, sooner than a retransmission could.
  public static let outOfOrder = TCPFindings(rawValue: 1 << 3)
  /// A SYN with the addresses and ports of an earlier conversation.
  public static let reusedPorts = TCPFindings(rawValue: 1 << 4)
  /// The segment before this one is not in the capture.
  public static let lostSegment = TCPFindings(rawValue: 1 << 5)
  /// An acknowledgment of bytes that are not in the capture.
  public static let ackLostSegment = TCPFindings(rawValue: 1 << 6)
  /// An acknowledgment that repeats the last one and says nothing else.
  public static let duplicateAck = TCPFindings(rawValue: 1 << 7)
  /// A segment that changes nothing but the window.
  public static let windowUpdate = TCPFindings(rawValue: 1 << 8)
  /// The segment fills the receiver's window to its end.
  public static let windowFull = TCPFindings(rawValue: 1 << 9)
  /// A segment with at most one byte, just below the next expected one.
  public static let keepAlive = TCPFindings(rawValue: 1 << 10)
  /// The answer to a keep-alive.
  public static let keepAliveAck = TCPFindings(rawValue: 1 << 11)
  /// The receiver has no room.
  public static let zeroWindow = TCPFindings(rawValue: 1 << 12)
  /// One byte that is sent into a window of zero.
  public static let zeroWindowProbe = TCPFindings(rawValue: 1 << 13)
  /// The answer to such a probe: still no room.
  public static let zeroWindowProbeAck = TCPFindings(rawValue: 1 << 14)
}
