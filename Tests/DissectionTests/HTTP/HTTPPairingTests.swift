import Dissection
import Exchanges
import TestSupport
import Testing
import Wire

/// A capture that lacks packets: no response is given to a request that it is not for.
@Suite struct HTTPPairingTests {
  enum Style: CaseIterable {
    /// A request after the response before it, which an acknowledgment of its own, or the request itself, acknowledges.
    case keepAlive, piggybacked
    /// Requests in packets of their own: up to three at a time, or a next one for each response.
    case pipelined, sliding
  }

  /// A conversation of exchanges that name themselves, in the target and in a field of the response.
  private static func talk(_ style: Style, count: Int, _ random: inout SeededGenerator) -> Talk {
    var talk = Talk(sequence: UInt32(truncatingIfNeeded: random.next()))
    if style == .sliding {
      for number in 0..<count + 2 {
        if number < count { request(number, &talk, &random) }
        if number >= 2 { respond(number - 2, &talk, &random) }
      }
      talk.close()
      return talk
    }
    var number = 0
    while number < count {
      let group = style == .pipelined ? 1 + random.below(3) : 1
      for place in 0..<group { request(number + place, &talk, &random) }
      if random.chance(50) { talk.add(.server) }
      talk.time += random.below(30) * 1000
      for place in 0..<group { respond(number + place, &talk, &random) }
      if style == .keepAlive { talk.add(.client) }
      talk.time += random.below(30) * 1000
      number += group
    }
    talk.close()
    return talk
  }

  private static func request(_ number: Int, _ talk: inout Talk, _ random: inout SeededGenerator) {
    let body = random.chance(20) ? String(repeating: "b", count: random.below(4000)) : ""
    let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
    let head = "\(body.isEmpty ? "GET" : "POST") /id/\(number) HTTP/1.1\r\nHost: h\r\n\(length)\r\n"
    add(.client, head + body, &talk, &random)
    talk.time += random.below(30) * 1000
  }

  private static func respond(_ number: Int, _ talk: inout Talk, _ random: inout SeededGenerator) {
    let body = String(repeating: "r", count: random.chance(30) ? random.below(9000) : random.below(200))
    let interim = random.chance(5) ? "HTTP/1.1 100 Continue\r\n\r\n" : ""
    let head = "HTTP/1.1 200 OK\r\nX-Id: /id/\(number)\r\n"
    let isChunked = random.chance(20) && !body.isEmpty
    let rest =
      isChunked
      ? "Transfer-Encoding: chunked\r\n\r\n\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
      : "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    add(.server, interim + head + rest, &talk, &random)
  }

  private static func add(_ speaker: Talk.Speaker, _ text: String, _ talk: inout Talk, _ random: inout SeededGenerator)
  {
    let bytes = Array(text.utf8)
    let size = random.chance(80) ? 1448 : 100 + random.below(1300)
    for start in stride(from: 0, to: bytes.count, by: size) {
      talk.add(speaker, Array(bytes[start..<min(bytes.count, start + size)]), flags: [.ack, .psh])
    }
  }

  /// What the exchanges of a capture come to.
  private static func count(_ packets: [Packet]) -> (right: Int, wrong: [String]) {
    var options = HTTPOptions()
    options.keepsAll = true
    var (right, wrong) = (0, [String]())
    for exchange in HTTPReader.exchanges(in: packets, options) {
      guard let target = exchange.request?.target, let head = exchange.detail?.responseHead, exchange.response != nil
      else { continue }
      let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").filter { $0.hasPrefix("X-Id: ") }
      guard let line = lines.first else { continue }
      if line == "X-Id: \(target)" { right += 1 } else { wrong.append("\(target): \(line)") }
    }
    return (right, wrong)
  }

  @Test(arguments: Style.allCases, [1, 5, 10, 20]) func noWrongPair(_ style: Style, percent: Int) {
    var (right, wrong, all) = (0, 0, 0)
    let isWaiting = style == .keepAlive || style == .piggybacked
    for seed in UInt64(0)..<30 {
      var random = SeededGenerator(seed: seed &* 100 &+ UInt64(percent))
      let talk = Self.talk(style, count: 80, &random)
      let packets = talk.packets.enumerated().filter { $0.offset < 3 || !random.chance(percent) }.map(\.element)
      let found = Self.count(packets)
      // Where much is missing, a client that keeps two requests in flight looks like one that waits for its responses.
      if isWaiting || percent <= 5 {
        #expect(found.wrong.isEmpty, "seed \(seed): \(found.wrong.prefix(3))")
      }
      right += found.right
      wrong += found.wrong.count
      all += 80
    }
    // What is certain is paired: where little is missing, nearly everything that has both its heads.
    let least =
      isWaiting
      ? [1: 95, 5: 80, 10: 60, 20: 35][percent, default: 0] : [1: 45, 5: 10, 10: 5, 20: 1][percent, default: 0]
    #expect(right * 100 >= all * least, "\(right) right and \(wrong) wrong of \(all)")
  }

  /// The capture has lost the response's head and the next request: the next response is for neither that is there.
  @Test func aHeadAndTheNextRequest() {
    var talk = Talk.threeExchanges
    talk.packets.remove(at: 7)
    talk.packets.remove(at: 5)
    #expect(
      HTTPReader.exchanges(in: talk.packets).map(\.summary) == [
        "GET http://h/a - 0 -1 -1 lost", "- - 200 -1 1 1 complete", "GET http://h/c 200 0 1 1 complete",
      ])
  }
}
