/// What the analysis says of a TCP segment; the names are those of Wireshark's `tcp.analysis.` fields.
public struct TCPFindings: OptionSet, Hashable, Sendable {
  public var rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let retransmission = TCPFindings(rawValue: 1 << 0)
  public static let fastRetransmission = TCPFindings(rawValue: 1 << 1)
  public static let spuriousRetransmission = TCPFindings(rawValue: 1 << 2)
  public static let outOfOrder = TCPFindings(rawValue: 1 << 3)
  public static let reusedPorts = TCPFindings(rawValue: 1 << 4)
  public static let lostSegment = TCPFindings(rawValue: 1 << 5)
  public static let ackLostSegment = TCPFindings(rawValue: 1 << 6)
  public static let duplicateAck = TCPFindings(rawValue: 1 << 7)
  public static let windowUpdate = TCPFindings(rawValue: 1 << 8)
  public static let windowFull = TCPFindings(rawValue: 1 << 9)
  public static let keepAlive = TCPFindings(rawValue: 1 << 10)
  public static let keepAliveAck = TCPFindings(rawValue: 1 << 11)
  public static let zeroWindow = TCPFindings(rawValue: 1 << 12)
  public static let zeroWindowProbe = TCPFindings(rawValue: 1 << 13)
  public static let zeroWindowProbeAck = TCPFindings(rawValue: 1 << 14)
}
