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

  private static func datagram(_ port: UInt16, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    UDPHeader(sourcePort: 40_000, destinationPort: port, payloadLength: payload.count).append(to: &bytes)
    return within(.udp, bytes + payload)
  }

  /// Headers before a packet in tunnels through UDP, by their ports.
  private static let headers: [(port: UInt16, bytes: [UInt8])] = [
    (2152, [0x30, 255, 0, 40, 0, 0, 0, 1]), (2152, [0x34, 255, 0, 48, 0, 0, 0, 1, 0, 0, 0, 0x85, 1, 0, 9, 0]),
    (1701, [0, 2, 0, 1, 0, 1, 0x21]), (1701, [0x4A, 2, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 9, 0x21]),
    (4790, [0x0C, 0, 0, 1, 0, 0, 1, 0]), (4789, [8, 0, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 2, count: 12) + [8, 0]),
    (5247, [0, 0x10, 2, 0, 0, 0, 0, 0] + [UInt8](repeating: 2, count: 12) + [8, 0]),
    (6081, [0, 0, 8, 0, 0, 0, 1, 0]),
  ]

  /// Messages about a tunnel, other versions, and other things on its port carry no packet.
  @Test func messagesWithoutAPacketAreNotTakenForOne() {
    let others: [(UInt16, [UInt8])] = [
      (2152, [0x30, 1, 0, 40, 0, 0, 0, 1]), (2152, [0x48, 255, 0, 40, 0, 0, 0, 1]),
      (2152, [0x20, 255, 0, 40, 0, 0, 0, 1]), (2152, [0x34, 255, 0, 44, 0, 0, 0, 1, 0, 0, 0, 0x85, 0, 0, 9, 0]),
      (1701, [0x80, 2, 0, 1, 0, 1, 0x21]), (1701, [0, 3, 0, 1, 0, 1, 0x21]), (4790, [0x0C, 0, 0, 4, 0, 0, 1, 0]),
      (5247, [0, 0x10, 3, 0, 0, 0, 0, 0]), (5247, [1, 0, 0, 0]), (5247, [0, 0x08, 2, 0, 0, 0, 0, 0]),
      (3544, []), (3544, [0, 1, 0, 0]),
    ]
    for (port, header) in others {
      let bytes = Self.datagram(port, header + Self.inner)
      let headers = Self.innermost(bytes)
      #expect(headers.isUDP && headers.destination(in: bytes.span) == .v4(.broadcast), "\(port) \(header)")
    }
  }

  @Test func packetsInDatagramsAreFoundUpToTheBound() {
    for (port, header) in Self.headers {
      var bytes = Self.inner
      for depth in 0...PacketHeaders.mostTunnels + 1 {
        #expect(Self.innermost(bytes).isTCP == (depth <= PacketHeaders.mostTunnels), "\(port), \(depth)")
        bytes = Self.datagram(port, header + bytes)
      }
    }
  }

  /// Cut at every byte, and with every byte wrong in turn.
  @Test func datagramsOfTunnelsKeepOffsetsInside() {
    for (port, header) in Self.headers {
      let whole = Self.datagram(port, header + Self.inner)
      for place in whole.indices {
        for value: UInt8 in [0, 1, 0x7F, 0xFF] {
          var bytes = whole
          bytes[place] = value
          for bytes in [bytes, Array(bytes[..<place])] {
            let headers = Self.innermost(bytes)
            #expect(headers.payload.upperBound <= max(bytes.count, headers.payload.lowerBound))
            #expect(headers.networkLength >= 0 && headers.payloadLength >= 0)
          }
        }
      }
    }
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
