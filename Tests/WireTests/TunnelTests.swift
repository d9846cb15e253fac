import TestSupport
import Testing
import Wire

/// Headers of packets within packets, whatever the bytes are.
@Suite struct TunnelTests {
  private static let inner: [UInt8] = {
    var bytes: [UInt8] = []
    IPv4Header(
      source: IPv4Address(10, 0, 0, 1), destination: IPv4Address(10, 0, 0, 2), protocolNumber: .tcp, payloadLength: 20
    ).append(to: &bytes)
    TCPHeader(sourcePort: 50_000, destinationPort: 80, sequence: 1, acknowledgment: 0, flags: .syn, window: 9)
      .append(to: &bytes)
    return bytes
  }()

  private static func within(_ number: IPProtocol, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    IPv4Header(source: .any, destination: .broadcast, protocolNumber: number, payloadLength: payload.count)
      .append(to: &bytes)
    return bytes + payload
  }

  private static func innermost(_ bytes: [UInt8], _ linkType: LinkType = .raw) -> PacketHeaders {
    PacketHeaders(
      innermostOf: Frame(
        number: 1, timestamp: Timestamp(nanoseconds: 0), linkType: linkType, originalLength: bytes.count), bytes.span)
  }

  @Test func tunnelsEndAtTheBound() {
    var bytes = Self.inner
    for depth in 0...PacketHeaders.mostTunnels + 1 {
      #expect(Self.innermost(bytes).isTCP == (depth <= PacketHeaders.mostTunnels), "\(depth)")
      bytes = Self.within(depth % 2 == 0 ? .gre : .ipv4, (depth % 2 == 0 ? [0, 0, 8, 0] : []) + bytes)
    }
  }

  @Test func whatIsNoPacketLeavesTheTunnelsHeaders() {
    let bytes = Self.within(.gre, [0, 0, 8, 0, 1, 2, 3])
    let headers = Self.innermost(bytes)
    #expect(headers.transport == .gre && headers.destination(in: bytes.span) == .v4(.broadcast))
  }

  /// Cut at every byte, and with every byte wrong in turn: offsets stay within the frame.
  @Test(arguments: [LinkType.raw, .ppp, .pppHDLC, .pppEther, .pppWithDirection, .nflog, .ethernet])
  func offsetsStayInside(_ linkType: LinkType) {
    var random = SeededGenerator(seed: UInt64(linkType.rawValue) + 5)
    let body = Self.within(
      .gre, [0x20, 0, 0x65, 0x58, 0, 0, 0, 1] + [UInt8](repeating: 2, count: 12) + [8, 0] + Self.inner)
    let starts: [[UInt8]] = [
      [], [0xFF, 3, 0, 0x21], [0x21], [1, 0xFF, 3, 0, 0x21], [0x11, 0, 0, 1, 0, 90, 0, 0x21],
      [2, 0, 0, 1, 90, 0, 9, 0],
      [UInt8](repeating: 1, count: 12) + [0x88, 0x47, 0, 0, 1, 9],
    ]
    for round in 0..<4000 {
      var bytes = starts[round % starts.count] + body
      for _ in 0..<Int(random.next() % 4) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      bytes = Array(bytes.prefix(Int(random.next() % UInt64(bytes.count + 1))))
      let headers = Self.innermost(bytes, linkType)
      #expect(headers.payload.upperBound <= max(bytes.count, headers.payload.lowerBound))
      #expect(headers.networkLength >= 0 && headers.payloadLength >= 0)
      if headers.isTCP { #expect(headers.tcp(in: bytes.span) != nil && headers.payloadOffset <= bytes.count) }
    }
  }
}
