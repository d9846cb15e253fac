/// What the emulator needs to know about a packet. The engine keeps the bytes.
public struct LinkPacket: Sendable {
  /// The engine's handle for the packet's bytes, returned when the packet departs.
  public var handle: Int32
  /// The length of the whole Ethernet frame in bytes, with its 14-byte header, as netem counts it.
  public var frameLength: Int32
  /// The length of the IP datagram in bytes, which a bandwidth counts by default.
  public var ipLength: Int32
  /// Whether this is a DNS query (UDP to port 53). `dns:` conditions apply only to these.
  public var isDNSQuery: Bool
  /// Whether the packet may be marked instead of dropped: ECT(0), ECT(1), or marked already.
  public var isECNCapable: Bool
  /// A hash of the addresses, the protocol and the ports, for disciplines with a queue for each flow.
  public var flow: UInt32

  /// A packet as it enters the link.
  public init(
    handle: Int32, frameLength: Int32, ipLength: Int32, isDNSQuery: Bool = false, isECNCapable: Bool = false,
    flow: UInt32 = 0
  ) {
    self.handle = handle
    self.frameLength = frameLength
    self.ipLength = ipLength
    self.isDNSQuery = isDNSQuery
    self.isECNCapable = isECNCapable
    self.flow = flow
  }
}
