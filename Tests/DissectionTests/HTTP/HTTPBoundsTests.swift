import Dissection
import Exchanges
import Streams
import Testing
import Wire

/// What wants to grow without end does not, and what was given up for it is said.
@Suite struct HTTPBoundsTests {
  /// Five gigabytes in one body: sequence numbers come round twice.
  @Test func aBodyOfFiveGigabytes() {
    var options = HTTPOptions()
    options.keepsAll = true
    options.bodyLimit = 1 << 20
    var reader = HTTPReader(options)
    // Captures of segmentation offload have a header length of 0; the length of the frame counts then.
    let size = 1_000_000
    let count = 5_000_000_000 / size
    let start = UInt32.max - 1000
    let syn = HTTPMemoryTests.segment(0, start &- 1, "", flags: .syn, time: 0)
    _ = HTTPMemoryTests.read(&reader, 1, syn)
    let head = "POST / HTTP/1.1\r\nContent-Length: \(count * size)\r\n\r\n"
    _ = HTTPMemoryTests.read(&reader, 2, HTTPMemoryTests.segment(0, start, head, time: 0))
    var sequence = start &+ UInt32(head.utf8.count)
    var packet = HTTPMemoryTests.segment(0, sequence, String(repeating: "x", count: size), time: 0)
    (packet.bytes[2], packet.bytes[3]) = (0, 0)
    var peak = 0
    for number in 0..<count {
      for place in 0..<4 { packet.bytes[24 + place] = UInt8(truncatingIfNeeded: sequence >> UInt32(24 - 8 * place)) }
      reader.read(HTTPReader.frame(number + 3, packet), packet.bytes.span)
      sequence &+= UInt32(size)
      peak = max(peak, reader.heldBytes)
    }
    reader.finish()
    let exchange = reader.next()
    #expect(peak < 4 << 20)
    #expect(exchange?.request?.bodyLength == Int64(count * size))
    #expect(exchange?.request?.missing == 0)
    #expect(exchange?.request?.last != nil)
    #expect(exchange?.detail?.requestBody.count == 1 << 20)
    #expect(exchange?.detail?.isRequestBodyCut == true)
  }

  /// Bodies that together are more than the budget are not kept whole, and the exchanges are all there.
  @Test func bodiesThatTogetherAreTooMuch() {
    var options = HTTPOptions()
    options.keepsAll = true
    options.memory = 4 << 20
    var reader = HTTPReader(options)
    let (flows, size) = (60, 20_000)
    let body = String(repeating: "y", count: size)
    var number = 0
    var peak = 0
    var sequences = [UInt32](repeating: 1, count: flows)
    func say(_ flow: Int, _ text: String) {
      number += 1
      let packet = HTTPMemoryTests.segment(flow, sequences[flow], text, time: number)
      reader.read(HTTPReader.frame(number, packet), packet.bytes.span)
      sequences[flow] &+= UInt32(text.utf8.count)
      peak = max(peak, reader.heldBytes)
    }
    for flow in 0..<flows { say(flow, "POST / HTTP/1.1\r\nContent-Length: \(10 * size)\r\n\r\n") }
    for _ in 0..<10 { for flow in 0..<flows { say(flow, body) } }
    reader.finish()
    let exchanges = reader.rest()
    #expect(exchanges.count == flows)
    #expect(exchanges.allSatisfy { $0.request?.bodyLength == Int64(10 * size) })
    #expect(exchanges.contains { $0.detail?.isRequestBodyCut == true })
    #expect(peak <= 4 << 20)
    #expect(reader.summary.cutBodies > 0)
  }

  /// A segment that comes again with other content: the first copy counts, whether it was delivered or waits.
  @Test(arguments: [false, true]) func otherContentIsSaid(waits: Bool) {
    var reader = HTTPReader()
    let request = "POST /a HTTP/1.1\r\nContent-Length: 10\r\n\r\n"
    let end = UInt32(1 + request.utf8.count)
    _ = HTTPMemoryTests.read(&reader, 1, HTTPMemoryTests.segment(0, 0, "", flags: .syn, time: 0))
    if waits {
      // The body comes before the head, twice, and differs.
      _ = HTTPMemoryTests.read(&reader, 2, HTTPMemoryTests.segment(0, end, "0123456789", time: 1))
      _ = HTTPMemoryTests.read(&reader, 3, HTTPMemoryTests.segment(0, end, "012345678X", time: 2))
      _ = HTTPMemoryTests.read(&reader, 4, HTTPMemoryTests.segment(0, 1, request, time: 3))
    } else {
      _ = HTTPMemoryTests.read(&reader, 2, HTTPMemoryTests.segment(0, 1, request, time: 1))
      _ = HTTPMemoryTests.read(&reader, 3, HTTPMemoryTests.segment(0, end, "0123456789", time: 2))
      // The same once more is no conflict.
      _ = HTTPMemoryTests.read(&reader, 4, HTTPMemoryTests.segment(0, end, "0123456789", time: 3))
      _ = HTTPMemoryTests.read(&reader, 5, HTTPMemoryTests.segment(0, end, "012345678X", time: 4))
    }
    reader.finish()
    #expect(reader.summary.conflicts == (waits ? 1 : 10))
    #expect(reader.rest().first?.request?.bodyLength == 10)
  }

  /// A segment with other bounds that goes on where the stream ends says the end of it again.
  @Test(arguments: [("0123", 2, "23456789", 0), ("01234567", 4, "XX6789", 4), ("01234", 4, "X56789", 1)])
  func overlapsAreCompared(_ first: String, _ again: UInt32, _ second: String, _ conflicts: Int64) {
    var reader = HTTPReader()
    let request = "POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\n"
    let body = 1 + UInt32(request.utf8.count)
    let packets = [
      HTTPMemoryTests.segment(0, 0, "", flags: .syn, time: 0), HTTPMemoryTests.segment(0, 1, request, time: 1),
      HTTPMemoryTests.segment(0, body, first, time: 2), HTTPMemoryTests.segment(0, body + again, second, time: 3),
    ]
    for (number, packet) in packets.enumerated() {
      reader.read(HTTPReader.frame(number + 1, packet), packet.bytes.span)
    }
    reader.finish()
    #expect(reader.summary.conflicts == conflicts)
    #expect(reader.rest().first?.request?.bodyLength == 10)
  }

  /// Requests without end, in few packets, of which only so many can wait: each costs the same however many do.
  @Test func pipelinesWithoutEndAreBounded() {
    var options = HTTPOptions()
    options.decodesBodies = false
    var reader = HTTPReader(options)
    let text = String(repeating: "GET / HTTP/1.1\r\n\r\n", count: 2000)
    var (ended, sequence) = (0, UInt32(1))
    for number in 0..<40 {
      ended += HTTPMemoryTests.read(&reader, number + 1, HTTPMemoryTests.segment(0, sequence, text, time: number)).count
      sequence += UInt32(text.utf8.count)
    }
    #expect(ended == 80_000 - 1024)
    #expect(reader.heldBytes < 8 << 20)
  }
}
