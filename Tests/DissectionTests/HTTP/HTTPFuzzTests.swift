import Dissection
import Exchanges
import TestSupport
import Testing
import Wire

/// Whatever the packets are, nothing traps, and memory stays within the budget.
@Suite struct HTTPFuzzTests {
  static let streams: [(String, String)] = [
    (HTTPMessageTests.get, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
    (HTTPMessageTests.get, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n"),
    ("POST /x HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", "HTTP/1.1 100 C\r\n\r\nHTTP/1.0 404 N\n\nbye"),
    ("CONNECT a:1 HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip, br\r\n\r\n"),
  ]

  @Test func mutatedStreams() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<FuzzCount.or(3000) / 10 {
      var talk = Talk(handshake: random.chance(70))
      for _ in 0..<1 + random.below(3) {
        var (request, response) = Self.streams[random.below(Self.streams.count)]
        Self.mutate(&request, &random)
        Self.mutate(&response, &random)
        talk.say(.client, request, size: 1 + random.below(60))
        talk.say(.server, response, size: 1 + random.below(60))
      }
      if random.chance(50) { talk.close(random.chance(50) ? .client : .server) }
      var options = HTTPOptions()
      options.wanted = 1
      let exchanges = HTTPReader.exchanges(in: talk.packets, options)
      for exchange in exchanges {
        #expect(exchange.response?.bodyLength ?? 0 >= 0)
        _ = exchange.url
      }
    }
  }

  /// Headers of every kind of contradiction: sequence numbers, lengths and flags at random.
  @Test func mutatedPackets() {
    var random = SeededGenerator(seed: 2)
    var options = HTTPOptions()
    options.memory = 1 << 20
    options.wanted = 3
    var reader = HTTPReader(options)
    var talk = Talk()
    for (request, response) in Self.streams {
      talk.say(.client, request, size: 30)
      talk.say(.server, response, size: 30)
    }
    var number = 0
    var peak = 0
    for _ in 0..<FuzzCount.or(3000) {
      var packet = talk.packets[random.below(talk.packets.count)]
      for _ in 0..<random.below(4) {
        // Sequence numbers and flags more often than the rest.
        let place = random.chance(60) ? 20 + random.below(20) : random.below(packet.bytes.count)
        packet.bytes[place] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.chance(10) { packet.bytes.removeLast(random.below(packet.bytes.count)) }
      if random.chance(3) { packet.bytes = random.bytes(random.below(80)) }
      number += 1
      packet.time = number * (random.chance(1) ? -3 : 100)
      var frame = HTTPReader.frame(number, packet)
      if random.chance(10) { frame.originalLength = random.below(70_000) }
      reader.read(frame, packet.bytes.span)
      peak = max(peak, reader.heldBytes)
      while reader.next() != nil {}
    }
    reader.finish()
    #expect(peak <= options.memory + 200_000)
    #expect(reader.heldBytes < 100_000)
  }

  private static func mutate(_ text: inout String, _ random: inout SeededGenerator) {
    guard random.chance(70) else { return }
    var bytes = Array(text.utf8)
    for _ in 0..<1 + random.below(3) where !bytes.isEmpty {
      let place = random.below(bytes.count)
      switch random.below(4) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next()) & 0x7F
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(contentsOf: Array("\r\n".utf8), at: place)
      default: bytes.insert(contentsOf: Array("99999999999999999999".utf8).prefix(random.below(20)), at: place)
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }
}
