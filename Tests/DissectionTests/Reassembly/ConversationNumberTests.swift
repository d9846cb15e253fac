import Captures
import Exchanges
import Streams
import TestSupport
import Testing
import TextOutput
import Wire

/// The numbers of TCP conversations, beside those of tshark.
@Suite(.waiting) struct ConversationNumberTests {
  /// Connections on a few pairs of ends, one after the other on each: with SYNs that are sent again, refused, or reused with another sequence
  /// number, with and without the end of the one before.
  private struct Traffic {
    private static let ports: [UInt16] = [40_000, 40_001, 40_002]
    private let server = Endpoint(address: .v4(IPv4Address(10, 0, 0, 2)), port: 80)
    private var sequences: [UInt16: UInt32] = [:]
    private var random: SeededGenerator
    private(set) var packets: [Packet] = []

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      for _ in 0..<40 { connect(Self.ports[random.below(Self.ports.count)]) }
    }

    private mutating func connect(_ port: UInt16) {
      // A quarter begin with the sequence number of the one before.
      if sequences[port] == nil || !random.chance(25) { sequences[port] = UInt32(random.below(1 << 30)) }
      let client = Endpoint(address: .v4(IPv4Address(10, 0, 0, 1)), port: port)
      var (own, other) = (sequences[port] ?? 0, UInt32(random.below(1 << 30)))
      func send(_ isClient: Bool, _ flags: TCPFlags, _ text: String = "") {
        var packet = Packet(
          from: isClient ? client : server, to: isClient ? server : client, sequence: isClient ? own : other,
          acknowledgment: flags.contains(.ack) ? (isClient ? other : own) : 0, flags: flags, payload: Array(text.utf8))
        packet.time = packets.count * 1000
        packets.append(packet)
        let length = UInt32(text.utf8.count) + (flags.isDisjoint(with: [.syn, .fin]) ? 0 : 1)
        if isClient { own &+= length } else { other &+= length }
      }
      send(true, .syn)
      if random.chance(20) {
        own &-= 1
        send(true, .syn)
      }
      if random.chance(20) { return send(false, [.rst, .ack]) }
      send(false, [.syn, .ack])
      send(true, .ack)
      send(true, .ack, "GET /\(packets.count) HTTP/1.1\r\nHost: h\r\n\r\n")
      send(false, .ack, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      switch random.below(3) {
      case 0:
        send(true, [.fin, .ack])
        send(false, [.fin, .ack])
        send(true, .ack)
      case 1: send(random.chance(50), [.rst, .ack])
      default: break
      }
    }
  }

  @Test(arguments: 0..<6) func exchangesHaveTsharksNumbers(seed: Int) throws {
    let packets = Traffic(seed: UInt64(seed)).packets
    let told = try Wireshark.fields(["tcp.stream"], filter: "tcp", of: packets)
    let requests = HTTPReader.exchanges(in: packets).compactMap { exchange in
      exchange.request.map { (frame: $0.first.number, stream: exchange.stream) }
    }
    #expect(requests.count > 10)
    for request in requests { #expect("\(request.stream)" == told[request.frame - 1], "frame \(request.frame)") }
  }

  /// Following the number of an exchange shows its request, and no requests of other numbers.
  @Test func theStreamOfAnExchangeCanBeFollowed() {
    let packets = Traffic(seed: 7).packets
    let exchanges = HTTPReader.exchanges(in: packets)
    for (stream, own) in Dictionary(grouping: exchanges, by: \.stream) {
      var follower = StreamFollower(.tcp, stream: stream, mode: .ascii, options: HTTPOptions())
      for (index, packet) in packets.enumerated() {
        follower.read(HTTPReader.frame(index + 1, packet), packet.bytes.span)
      }
      follower.finish()
      var text = ""
      follower.text.withBytes { bytes in
        var copied: [UInt8] = []
        copied.append(bytes)
        text = String(decoding: copied, as: UTF8.self)
      }
      let followed = text.split(separator: "\n").filter { $0.hasPrefix("GET ") }.map { $0.split(separator: " ")[1] }
      #expect(followed.map(String.init) == own.compactMap { $0.request?.target }, "\(stream)")
    }
  }

  /// Datagrams of a tunnel and those within it have numbers of their own.
  @Test func datagramsInTunnelsHaveTsharksNumbers() throws {
    func datagram(_ hosts: (UInt8, UInt8), _ ports: (UInt16, UInt16), _ payload: [UInt8]) -> [UInt8] {
      var bytes: [UInt8] = []
      IPv4Header(
        source: IPv4Address(10, 9, 0, hosts.0), destination: IPv4Address(10, 9, 0, hosts.1), protocolNumber: .udp,
        payloadLength: 8 + payload.count
      ).append(to: &bytes)
      for number in [ports.0, ports.1, UInt16(8 + payload.count), 0] { bytes.append(bigEndian: number) }
      return bytes + payload
    }
    // VXLAN (RFC 7348 section 5), with an Ethernet header before the packet within.
    let header: [UInt8] = [8, 0, 0, 0, 0, 0, 5, 0] + [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0]
    let frames = (0..<6).flatMap { index -> [[UInt8]] in
      let inner = datagram((3, 4), (6000 + UInt16(index % 4), 7000), Array("inner \(index)".utf8))
      let outer = datagram((1, 2), (50_000 + UInt16(index % 2), 4789), header + inner)
      return [outer, datagram((1, 2), (9000 + UInt16(index), 9999), Array("plain \(index)".utf8))]
    }
    for (stream, text) in try Self.lastPayloads(of: frames) {
      var follower = StreamFollower(.udp, stream: stream, mode: .raw, options: HTTPOptions())
      for (index, bytes) in frames.enumerated() { follower.read(Self.frame(index, bytes), bytes.span) }
      follower.finish()
      var shown = ""
      follower.text.withBytes { bytes in
        var copied: [UInt8] = []
        copied.append(bytes)
        shown = String(decoding: copied, as: UTF8.self)
      }
      #expect(shown.contains(text), "udp.stream \(stream)")
    }
  }

  private static func frame(_ index: Int, _ bytes: [UInt8]) -> Frame {
    Frame(
      number: index + 1, timestamp: Timestamp(nanoseconds: Int64(index) * 1_000_000), linkType: .raw,
      originalLength: bytes.count)
  }

  /// The last payload of each of tshark's streams, in hexadecimal.
  private static func lastPayloads(of frames: [[UInt8]]) throws -> [(Int, String)] {
    try TemporaryFolder.with { folder in
      var writer = try CaptureWriter.create(
        folder + "/x.pcap", format: .pcap, interfaces: [CaptureInterface(linkType: .raw)])
      for (index, bytes) in frames.enumerated() { try writer.write(frame(index, bytes), bytes.span) }
      try writer.close()
      let lines = try Wireshark.read(
        folder + "/x.pcap", ["-T", "fields", "-e", "udp.stream", "-e", "udp.payload"])
      return lines.flatMap { line -> [(Int, String)] in
        let columns = line.split(separator: "\t").map { $0.split(separator: ",") }
        return zip(columns[0], columns[1]).map { (Int($0) ?? -1, $1.filter { $0 != ":" }) }
      }
    }
  }

  /// The SYN of a port that is used again without an end before is no stray once it is answered.
  @Test func anAnsweredSYNOfAReusedPortIsNotIgnored() {
    var reader = HTTPReader()
    var talk = Talk()
    talk.say(.client, "GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
    talk.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    let first = talk.packets
    let again = [
      Packet(from: talk.client, to: talk.server, sequence: talk.clientNext &+ 500_000, flags: .syn),
      Packet(
        from: talk.server, to: talk.client, sequence: 99, acknowledgment: talk.clientNext &+ 500_001,
        flags: [.syn, .ack]),
    ]
    for answered in [false, true] {
      reader = HTTPReader()
      for (index, packet) in (first + again.prefix(answered ? 2 : 1)).enumerated() {
        reader.read(HTTPReader.frame(index + 1, packet), packet.bytes.span)
      }
      reader.finish()
      #expect(reader.summary.strays == (answered ? 0 : 1))
    }
  }
}
