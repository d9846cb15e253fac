import PacketLines
import TestSupport
import Testing
import Wire

/// Lines of tunnels through UDP that tcpdump prints, whole and cut at every byte.
@Suite struct TunnelLinesTests {
  private static let packet: [UInt8] = {
    var bytes: [UInt8] = []
    IPv4Header(
      source: IPv4Address(10, 0, 0, 1), destination: IPv4Address(10, 0, 0, 2), protocolNumber: .tcp, payloadLength: 20
    ).append(to: &bytes)
    TCPHeader(sourcePort: 50_000, destinationPort: 80, sequence: 1, acknowledgment: 0, flags: .syn, window: 9)
      .append(to: &bytes)
    return bytes
  }()

  private static let l2tp: [[UInt8]] = [
    [0, 2, 0, 7, 0, 9, 0xFF, 3, 0, 0x21] + packet, [0x40, 2, 0, 52, 0, 7, 0, 9, 0xFF, 3, 0, 0x21] + packet,
    [0x48, 2, 0, 53, 0, 7, 0, 9, 0, 3, 0, 4, 0x21] + packet,
    [0x0B, 2, 0, 7, 0, 9, 0, 3, 0, 4, 0, 2, 0, 0, 0x21] + packet,
    [0x42, 2, 0, 54, 0, 7, 0, 9, 0, 0, 0xFF, 3, 0, 0x21] + packet, [0x40, 2, 1, 52, 0, 7, 0, 9, 0x21] + packet,
    [0x40, 2, 0, 3, 0, 7, 0, 9, 0x21] + packet, [0x02, 2, 0, 7, 0, 9, 0xFF, 0xFF, 0x21] + packet,
    [0, 2, 0, 7, 0, 9, 0xC0, 0x21, 9, 1, 0, 8, 1, 2, 3, 4],
  ]

  private static let generic: [[UInt8]] = [
    [0x0C, 0, 0, 1, 0, 0, 42, 0] + packet, [0x0D, 0, 0, 1, 1, 2, 3, 4] + packet, [0, 0, 0, 1, 0, 0, 42, 0] + packet,
    [0xFF, 0, 0, 1, 0, 0, 42, 0] + packet, [0x0C, 0, 0, 5, 0, 0, 42, 0] + packet, [0x0C, 0, 0, 9, 0, 0, 42, 0],
    [0x0C, 0, 0, 3, 0, 0, 42, 0] + [UInt8](repeating: 2, count: 12) + [8, 0] + packet,
    [0x0C, 0, 0, 2, 0, 0, 42, 0, 0x60],
  ]

  private static func frames(_ port: UInt16, _ payloads: [[UInt8]]) -> [FrameGenerator.Generated] {
    payloads.flatMap { payload -> [FrameGenerator.Generated] in
      var bytes: [UInt8] = []
      IPv4Header(
        source: IPv4Address(9, 0, 0, 1), destination: IPv4Address(9, 0, 0, 2), protocolNumber: .udp,
        payloadLength: payload.count + 8
      ).append(to: &bytes)
      UDPHeader(sourcePort: 40_000, destinationPort: port, payloadLength: payload.count).append(to: &bytes)
      bytes += payload
      // Cut by the capture, and by the sender.
      let cut = (29...bytes.count).map {
        FrameGenerator.Generated(bytes: Array(bytes[..<$0]), originalLength: bytes.count)
      }
      let short = (0..<min(12, payload.count)).map { count in
        var sent: [UInt8] = []
        IPv4Header(
          source: IPv4Address(9, 0, 0, 1), destination: IPv4Address(9, 0, 0, 2), protocolNumber: .udp,
          payloadLength: count + 8
        ).append(to: &sent)
        UDPHeader(sourcePort: 40_000, destinationPort: port, payloadLength: count).append(to: &sent)
        sent += payload[..<count]
        return FrameGenerator.Generated(bytes: sent, originalLength: sent.count)
      }
      return cut + short
    }
  }

  @Test(arguments: [1701, 4790] as [UInt16], [0, 1])
  func sameLinesAsTcpdump(port: UInt16, verbosity: Int) throws {
    // What negotiates PPP is listed without its options, which -v would show.
    let frames = Self.frames(port, port != 1701 ? Self.generic : verbosity > 0 ? Self.l2tp.dropLast() : Self.l2tp)
    let words = ["-t"] + (verbosity > 0 ? ["-v"] : [])
    let theirs = try Tcpdump.lines(frames, linkType: .raw, options: words)
    let ours = ListedPackets.print(
      frames, linkType: .raw, options: ListingOptions(time: .none, verbosity: verbosity))
    let (left, right) = (theirs.split(separator: 0x0A), ours.split(separator: 0x0A))
    #expect(left.count == right.count)
    for (left, right) in zip(left, right) where left != right {
      Issue.record("tcpdump: \(String(decoding: left, as: UTF8.self))\nours: \(String(decoding: right, as: UTF8.self))")
    }
  }
}
