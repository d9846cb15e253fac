import Dissection
import Exchanges
import Testing

@Suite struct HTTPCodingTests {
  /// `{"results":["apple","apple","apple","apple"]}` as `gzip -n` writes it.
  static let gzip: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0x2A, 0x4A, 0x2D, 0x2E, 0xCD, 0x29, 0x29,
    0x56, 0xB2, 0x8A, 0x56, 0x4A, 0x2C, 0x28, 0xC8, 0x49, 0x55, 0xD2, 0xC1, 0x41, 0xC7, 0xD6, 0x02, 0x00, 0xD6, 0x69,
    0x8D, 0x5D, 0x2D, 0x00, 0x00, 0x00,
  ]
  static let text = "{\"results\":[\"apple\",\"apple\",\"apple\",\"apple\"]}"

  static func exchange(_ fields: String, _ body: [UInt8], wanted: Bool = true) -> HTTPExchange? {
    var talk = Talk()
    talk.say(.client, HTTPMessageTests.get)
    talk.say(.server, Array("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n".utf8) + body, size: 20)
    talk.close(.server)
    var options = HTTPOptions()
    options.wanted = wanted ? 1 : nil
    return HTTPReader.exchanges(in: talk.packets, options).first
  }

  static func chunks(_ body: [UInt8]) -> [UInt8] {
    Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
  }

  @Test(arguments: [true, false]) func decodes(wanted: Bool) {
    let length = Self.gzip.count
    for (fields, body) in [
      ("Content-Encoding: gzip\r\nContent-Length: \(length)", Self.gzip),
      ("Content-Encoding: gzip\r\nTransfer-Encoding: chunked", Self.chunks(Self.gzip)),
      ("Transfer-Encoding: gzip, chunked", Self.chunks(Self.gzip)),
      ("Content-Encoding: x-gzip", Self.gzip),
    ] {
      let exchange = Self.exchange(fields, body, wanted: wanted)
      #expect(exchange?.outcome == .complete)
      #expect(exchange?.response?.bodyLength == Int64(length))
      #expect(exchange?.response?.decodedLength == Int64(Self.text.utf8.count))
      #expect(exchange?.response?.decodingFailure == nil)
      if wanted { #expect(exchange?.detail?.responseBody == Array(Self.text.utf8)) }
    }
  }

  @Test func saysWhatKeptItFromDecoding() {
    var broken = Self.gzip
    broken[12] ^= 0xFF
    #expect(Self.exchange("Content-Encoding: gzip", broken)?.response?.decodingFailure?.contains("corrupt") == true)
    let short = Self.exchange("Content-Encoding: gzip", Array(Self.gzip.dropLast(9)))
    #expect(short?.response?.decodingFailure == "gzip data is truncated at offset \(Self.gzip.count - 9)")
    #expect(Self.text.hasPrefix(String(decoding: short?.detail?.responseBody ?? [1], as: UTF8.self)))
    let unknown = Self.exchange("Content-Encoding: compress", Self.gzip)
    #expect(unknown?.response?.decodingFailure == "unknown coding compress")
    #expect(unknown?.response?.decodedLength == nil)
  }

  /// curl gives up after five, and so do we: each takes a decoder.
  @Test(arguments: [
    "Content-Encoding: " + String(repeating: "gzip,", count: 50_000),
    String(repeating: "Content-Encoding: gzip\r\n", count: 6) + "X: y",
    "Transfer-Encoding: gzip, gzip, gzip, gzip, gzip, gzip, chunked",
    "Content-Encoding: gzip, gzip, gzip\r\nTransfer-Encoding: gzip, gzip, gzip, chunked",
  ]) func manyCodingsAreTrouble(fields: String) {
    for wanted in [true, false] {
      let body = fields.contains("chunked") ? Self.chunks(Self.gzip) : Self.gzip
      let response = Self.exchange(fields, body, wanted: wanted)?.response
      #expect(response?.decodingFailure == "more than 5 content codings")
      #expect(response?.bodyLength == Int64(Self.gzip.count))
    }
  }

  @Test func leavesBodiesAloneWhereTheirSizeIsNotAskedFor() {
    var talk = Talk()
    talk.say(.client, HTTPMessageTests.get)
    talk.say(.server, Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8) + Self.gzip)
    talk.close(.server)
    var options = HTTPOptions()
    options.decodesBodies = false
    #expect(HTTPReader.exchanges(in: talk.packets, options).first?.response?.decodedLength == nil)
  }
}
