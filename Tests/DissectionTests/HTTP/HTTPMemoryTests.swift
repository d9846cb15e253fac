import Dissection
import Exchanges
import Streams
import Testing
import Wire

/// Traffic that wants to be remembered: all of it stays within the budget, and what is given up is said.
@Suite struct HTTPMemoryTests {
  /// A segment of the `port`-th client.
  static func segment(_ port: Int, _ sequence: UInt32, _ text: String, flags: TCPFlags = .ack, time: Int) -> Packet {
    let client = Endpoint(
      address: .v4(IPv4Address(rawValue: 0x0A01_0000 + UInt32(port / 50_000))), port: UInt16(1000 + port % 50_000))
    let server = Endpoint(address: .v4(IPv4Address(10, 0, 0, 2)), port: 80)
    var packet = Packet(
      from: client, to: server, sequence: sequence, acknowledgment: 1, flags: flags, payload: Array(text.utf8))
    packet.time = time
    return packet
  }

  static func read(_ reader: inout HTTPReader, _ number: Int, _ packet: Packet) -> [HTTPExchange] {
    reader.read(HTTPReader.frame(number, packet), packet.bytes.span)
    return reader.rest()
  }

  @Test func aHundredThousandConversationsAtOnce() {
    var reader = HTTPReader()
    var ended = 0
    var peak = 0
    let count = 100_000
    for port in 0..<count {
      ended += Self.read(&reader, 2 * port + 1, Self.segment(port, 0, "", flags: .syn, time: port)).count
      let request = Self.segment(port, 1, HTTPMessageTests.get, time: port)
      let exchanges = Self.read(&reader, 2 * port + 2, request)
      #expect(exchanges.allSatisfy { $0.outcome == .evicted })
      ended += exchanges.count
      peak = max(peak, reader.heldBytes)
    }
    reader.finish()
    ended += reader.rest().count
    #expect(ended == count)
    #expect(peak <= 64 << 20)
    #expect(reader.summary.conversations == count)
    #expect(reader.summary.evictedConversations > 0)
  }

  @Test func holesThatAreNeverFilled() {
    var options = HTTPOptions()
    options.memory = 4 << 20
    var reader = HTTPReader(options)
    let text = String(repeating: "x", count: 1000)
    var peak = 0
    var number = 0
    for round in UInt32(0)..<200 {
      for port in 0..<100 {
        number += 1
        if round == 0 { _ = Self.read(&reader, number, Self.segment(port, 0, "", flags: .syn, time: 0)) }
        _ = Self.read(&reader, number, Self.segment(port, 100 + round * 1000, text, time: number))
        peak = max(peak, reader.heldBytes)
      }
    }
    #expect(peak <= 4 << 20 + 4096)
    #expect(reader.summary.evictedBytes > 0)
  }

  @Test func oneHoleAndAFlowThatNeverEnds() {
    var reader = HTTPReader()
    // Near 2^32, so that sequence numbers come round.
    var sequence = UInt32.max - 10_000_000
    var number = 1
    let head = "POST / HTTP/1.1\r\nContent-Length: 50000000000\r\n\r\n"
    _ = Self.read(&reader, 1, Self.segment(0, sequence &- 1, "", flags: .syn, time: 0))
    _ = Self.read(&reader, 2, Self.segment(0, sequence, head, time: 0))
    sequence += 100
    let text = String(repeating: "x", count: 60_000)
    var peak = 0
    for _ in 0..<400 {
      number += 1
      _ = Self.read(&reader, number, Self.segment(0, sequence, text, time: number))
      sequence &+= 60_000
      peak = max(peak, reader.heldBytes)
    }
    reader.finish()
    let exchange = reader.rest().first
    #expect(peak < 20 << 20)
    #expect(exchange?.request?.bodyLength == Int64(400 * 60_000 + 100 - head.utf8.count))
    #expect(exchange?.request?.missing == Int64(100 - head.utf8.count))
  }
}
