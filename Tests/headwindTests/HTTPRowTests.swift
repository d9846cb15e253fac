import Dissection
import Exchanges
import Testing
import Wire

@testable import headwind

@Suite struct HTTPRowTests {
  /// The exchanges of one conversation that says these things in turn, a millisecond apart.
  private static func exchanges(_ words: (isRequest: Bool, text: String)...) -> [HTTPExchange] {
    HTTPReader.exchanges(
      of: words.enumerated().map { (Int64($0.offset), $0.element.isRequest, .ack, $0.element.text) })
  }

  @Test func everyColumn() throws {
    let exchange = try #require(
      Self.exchanges(
        (true, "GET /a?b HTTP/1.1\r\nHost: h\r\n\r\n"),
        (false, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nab"), (false, "cd")
      ).first)
    let values = HTTPColumn.allCases.map { "\($0.rawValue)=\($0.value(exchange, origin: Timestamp(nanoseconds: 0)))" }
    #expect(
      values == [
        "number=1", "time=0.000000000", "started=1970-01-01T00:00:00.000000000Z", "http.request.method=GET",
        "http.request.full_uri=http://h/a?b",
        "http.request.uri=/a?b", "http.response.code=200", "http.content_type=text/plain", "wire=68", "decoded=4",
        "ttfb=0.001000000", "total=0.002000000", "request_time=0.002000000", "dns=", "connect=", "tls=", "blocked=",
        "send=0.000000000", "wait=0.001000000", "receive=0.001000000", "http.time=0.002000000", "version=HTTP/1.1",
        "protocol=http/1.1", "tcp.stream=0",
        "http2.streamid=", "http3.streamid=", "client=10.0.0.1:5000",
        "server=10.0.0.2:80", "attempt=1", "trouble=",
      ])
  }

  /// What is captured never reaches a terminal as an escape sequence, nor breaks a row.
  @Test func capturedBytesAreHarmless() {
    let exchanges = Self.exchanges(
      (true, "GET /\u{9B}31m\u{202E}x HTTP/1.1\r\nHost: \u{1B}]0;title\u{7}\r\n\r\n"),
      (false, "HTTP/1.1 200 OK\r\nContent-Type: a\tb\u{1B}[31m\r\nContent-Encoding: \u{1B}c\r\n\r\nx"))
    #expect(exchanges.count == 1)
    for exchange in exchanges {
      for column in HTTPColumn.allCases {
        let value = column.value(exchange, origin: Timestamp(nanoseconds: 0))
        #expect(value.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }, "\(column)")
        #expect(!value.unicodeScalars.contains("\u{202E}"))
      }
    }
  }

  @Test func timesAsPeopleReadThem() {
    let short: [Int64] = [
      0, 1_499, 999_499, 1_234_567, 12_345_678, 123_456_789, 1_234_567_890, 98_765_432_100, -5_000_000,
    ]
    #expect(
      short.map { Seconds.short($0) } == [
        "0 us", "1 us", "999 us", "1.23 ms", "12.3 ms", "123 ms", "1.23 s", "98.7 s", "-5.00 ms",
      ])
    #expect(Seconds.exact(-1_500_000_000) == "-1.500000000")
    #expect(Seconds.exact(.min) == "-9223372036.854775808")
  }

  @Test func rowsComeInTheOrderOfTheirNumbers() {
    let exchanges = Self.exchanges(
      (true, "GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\nGET /3 HTTP/1.1\r\n\r\n"))
    var order = RowOrder()
    var seen: [Int] = []
    for index in [1, 0, 2] { order.take(exchanges[index]) { exchange, _ in seen.append(exchange.number) } }
    #expect(seen == [1, 2, 3])
    order.finish { exchange, _ in seen.append(exchange.number) }
    #expect(seen == [1, 2, 3])
  }

  @Test func packetNumbersAreJoined() {
    #expect(PacketNumbers.list([9, 4, 8, 7, 4, 15]) == "4, 7-9, 15")
    #expect(PacketNumbers.list([]) == "")
  }

  @Test func hexadecimalIsInColumns() {
    #expect(
      HexDump.lines(Array("0123456789abcdef\u{1B}[".utf8)[...]) == [
        "\t0x0000:  3031 3233 3435 3637 3839 6162 6364 6566  0123456789abcdef",
        "\t0x0010:  1b5b                                     .[",
      ])
  }
}
