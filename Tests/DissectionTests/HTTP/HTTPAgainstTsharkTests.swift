import Dissection
import Exchanges
import TestSupport
import Testing
import Wire

/// On captures of a link that loses, doubles and reorders, Wireshark finds the same exchanges, streams and times.
@Suite struct HTTPAgainstTsharkTests {
  private static func conversation(_ random: inout SeededGenerator, _ number: Int) -> [Packet] {
    var talk = Talk(
      clientPort: UInt16(40_000 + number), serverPort: 80, sequence: UInt32(truncatingIfNeeded: random.next()))
    talk.time = number * 700 + 3000
    for index in talk.packets.indices { talk.packets[index].time = number * 700 + index }
    for exchange in 0..<1 + random.below(4) {
      let method = ["GET", "POST", "HEAD"][random.below(3)]
      let body = method == "POST" ? String(repeating: "b", count: 1 + random.below(3000)) : ""
      let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
      let request = "\(method) /\(number)/\(exchange) HTTP/1.1\r\nHost: h\r\n\(length)\r\n\(body)"
      let answer = method == "HEAD" ? "" : String(repeating: "r", count: 1 + random.below(6000))
      var response = "HTTP/1.1 \([200, 404, 500][random.below(3)]) X\r\nContent-Type: text/plain\r\n"
      response +=
        random.chance(50)
        ? "Content-Length: \(answer.utf8.count)\r\n\r\n\(answer)"
        : "Transfer-Encoding: chunked\r\n\r\n"
          + (method == "HEAD" ? "" : "\(String(answer.utf8.count, radix: 16))\r\n\(answer)\r\n0\r\n\r\n")
      for (speaker, text) in [(Talk.Speaker.client, request), (.server, response)] {
        let start = talk.packets.count
        talk.say(speaker, text, size: 200 + random.below(1260))
        disturb(&talk, start..<talk.packets.count - 1, &random)
      }
    }
    talk.close()
    return talk.packets
  }

  /// Within what is said at a time: some segments come later, some twice, as after a loss.
  private static func disturb(_ talk: inout Talk, _ range: Range<Int>, _ random: inout SeededGenerator) {
    for index in range where random.chance(25) {
      talk.packets[index].time += random.chance(50) ? 1500 + random.below(2000) : 20_000 + random.below(20_000)
    }
    for index in range where random.chance(10) {
      var again = talk.packets[index]
      again.time += 5000 + random.below(9000)
      talk.packets.append(again)
    }
    // The acknowledgment comes after all of it.
    let end = talk.packets[range.lowerBound...].map(\.time).max() ?? 0
    let acknowledgment = range.upperBound
    talk.packets[acknowledgment].time = end + 1000
    talk.time = end + 20_000
  }

  @Test(arguments: UInt64(1)...3) func theSameRows(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var packets: [Packet] = []
    for number in 0..<30 { packets += Self.conversation(&random, number) }
    packets.sort { $0.time < $1.time }
    let theirs = try Wireshark.fields(
      ["tcp.stream", "http.response_for.uri", "http.response.code", "http.time"], filter: "http.response", of: packets)
    let ours = HTTPReader.exchanges(in: packets).map { exchange in
      let time = exchange.time ?? 0
      let fraction = String(String(time % 1_000_000_000 + 1_000_000_000).dropFirst())
      return "\(exchange.stream)\t\(exchange.url ?? "")\t\(exchange.response?.status ?? 0)\t"
        + "\(time / 1_000_000_000).\(fraction)"
    }
    #expect(theirs.count > 50)
    #expect(ours.sorted() == theirs.sorted())
  }
}
