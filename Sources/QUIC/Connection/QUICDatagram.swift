public import Streams
public import Wire

/// A UDP datagram of a capture, apart from its bytes.
public struct QUICDatagram: Hashable, Sendable {
  /// Who sent it.
  public var source: Endpoint
  /// Who it was sent to.
  public var destination: Endpoint
  /// The frame of the capture that it came in.
  public var packet: PacketMark
  /// The two bits of ECN in its IP header: 0 for none, 1 for ECT(1), 2 for ECT(0), 3 for CE.
  public var congestionMark: UInt8
  /// Whether not all of its bytes are in the capture.
  public var isCut: Bool

  /// A datagram by its headers.
  public init(
    source: Endpoint, destination: Endpoint, packet: PacketMark, congestionMark: UInt8 = 0, isCut: Bool = false
  ) {
    self.source = source
    self.destination = destination
    self.packet = packet
    self.congestionMark = congestionMark
    self.isCut = isCut
  }
}
