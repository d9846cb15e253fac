/// The packets of a test, as seen at the client's end of the link.
public struct LinkTraffic: Sendable, Hashable {
  /// Packets that the client sent onto the link.
  public let sentPackets: Int
  /// Whole frames, in bytes.
  public let sentBytes: Int
  /// Packets that arrived at the client.
  public let receivedPackets: Int
  /// Whole frames, in bytes.
  public let receivedBytes: Int
  /// Counted from the start of the test.
  public let firstPacket: Duration?
  /// When the last packet was seen at the client's end; nil if none was.
  public let lastPacket: Duration?

  init(_ answer: ControlAnswer, _ start: LinkStart) {
    func number(_ name: String) -> Int { answer[name].flatMap { Int($0) } ?? 0 }
    func time(_ name: String) -> Duration? { answer[name].flatMap(Double.init).map(start.duration(to:)) }
    sentPackets = number("sent-packets")
    sentBytes = number("sent-bytes")
    receivedPackets = number("received-packets")
    receivedBytes = number("received-bytes")
    firstPacket = time("first-packet")
    lastPacket = time("last-packet")
  }
}
