import Dissection
import Exchanges
import Streams
import TestSupport
import Testing
import Wire

/// Random exchanges, cut into random segments that are then put out of order, doubled, and lost and sent again.
@Suite struct HTTPPropertyTests {
  /// One conversation and what must be found in it.
  private static func conversation(_ random: inout SeededGenerator, port: UInt16) -> (Talk, [String]) {
    let sequence =
      random.chance(20) ? UInt32.max - UInt32(random.below(2000)) : UInt32(truncatingIfNeeded: random.next())
    var talk = Talk(clientPort: port, serverPort: UInt16(1 + random.below(60_000)), sequence: sequence)
    var expected: [String] = []
    for number in 0..<(1 + random.below(4)) {
      let method = ["GET", "POST", "HEAD", "PUT", "X-OWN"][random.below(5)]
      let body = method == "POST" || method == "PUT" ? String(repeating: "b", count: random.below(3000)) : ""
      var request = "\(method) /\(number) HTTP/1.1\r\nHost: h\r\n"
      if random.chance(50), !body.isEmpty {
        request += "Transfer-Encoding: chunked\r\n\r\n" + chunked(body, &random)
      } else {
        request += (body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n") + "\r\n" + body
      }
      let status = [200, 201, 204, 304, 404, 500][random.below(6)]
      let answer = String(repeating: "r", count: random.below(5000))
      let hasBody = method != "HEAD" && status != 204 && status != 304
      var response = random.chance(20) ? "HTTP/1.1 100 Continue\r\n\r\n" : ""
      response += "HTTP/1.1 \(status) X\r\n"
      if random.chance(50) {
        response += "Transfer-Encoding: chunked\r\n\r\n" + (hasBody ? chunked(answer, &random) : "")
      } else {
        response += "Content-Length: \(answer.utf8.count)\r\n\r\n" + (hasBody ? answer : "")
      }
      talk.say(.client, request, size: 1 + random.below(1460))
      talk.say(.server, response, size: 1 + random.below(1460))
      let length = hasBody ? answer.utf8.count : 0
      expected.append("\(method) http://h/\(number) \(status) \(body.utf8.count) \(length) \(length) complete")
    }
    return (talk, expected)
  }

  private static func chunked(_ body: String, _ random: inout SeededGenerator) -> String {
    var text = ""
    var rest = body[...]
    while !rest.isEmpty {
      let piece = rest.prefix(1 + random.below(900))
      rest = rest.dropFirst(piece.count)
      text += String(piece.utf8.count, radix: 16) + "\r\n" + piece + "\r\n"
    }
    return text + "0\r\n\r\n"
  }

  /// What a bad link and TCP make of the packets: neighbours change places, some come twice, some a little later.
  private static func disturb(_ packets: [Packet], _ random: inout SeededGenerator) -> [Packet] {
    var places: [(place: Double, packet: Packet)] = []
    for (index, packet) in packets.enumerated() {
      // The handshake stays where it is; a conversation joined before its beginning is another matter.
      let jitter = index < 3 ? 0 : Double(random.below(60)) / 10
      let delay = index >= 3 && random.chance(5) ? Double(random.below(30)) : 0
      places.append((Double(index) + jitter + delay, packet))
      if index >= 3, random.chance(8) { places.append((Double(index) + jitter + Double(random.below(20)), packet)) }
    }
    // Twice the time is enough between packets for what is acknowledged to be there before a hole is declared.
    return places.sorted { $0.place < $1.place }.enumerated().map { index, entry in
      var packet = entry.packet
      packet.time = index * 50
      return packet
    }
  }

  @Test func findsTheSameExchangesWhateverBecomesOfThePackets() {
    for seed in 0..<UInt64(max(150, FuzzCount.or(3000) / 20)) {
      var random = SeededGenerator(seed: seed)
      let (talk, expected) = Self.conversation(&random, port: 40_000)
      let packets = Self.disturb(talk.packets, &random)
      let exchanges = HTTPReader.exchanges(in: packets)
      #expect(exchanges.map(\.summary) == expected, "seed \(seed)")
      #expect(exchanges.allSatisfy { $0.findingCounts.missingBytes == 0 }, "seed \(seed)")
    }
  }

  @Test func conversationsDoNotDisturbOneAnother() {
    for seed in 0..<UInt64(10) {
      var random = SeededGenerator(seed: 7000 + seed)
      var expected: [UInt16: [String]] = [:]
      var waiting: [[Packet]] = []
      for port in UInt16(40_000)..<40_020 {
        let (talk, summaries) = Self.conversation(&random, port: port)
        expected[port] = summaries
        waiting.append(talk.packets.reversed())
      }
      var packets: [Packet] = []
      while let index = waiting.indices.filter({ !waiting[$0].isEmpty }).randomElement(using: &random) {
        if let packet = waiting[index].popLast() { packets.append(packet) }
      }
      let found = Dictionary(grouping: HTTPReader.exchanges(in: packets), by: \.client.port).mapValues {
        $0.map(\.summary)
      }
      #expect(found == expected, "seed \(7000 + seed)")
    }
  }
}
