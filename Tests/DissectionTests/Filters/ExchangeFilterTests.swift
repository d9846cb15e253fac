import Dissection
import Exchanges
import Testing
import Wire

@Suite("Filters of exchanges")
struct ExchangeFilterTests {
  private static let exchanges: [HTTPExchange] = {
    var talk = Talk()
    talk.say(.client, "GET /search?q=wind&page=2 HTTP/1.1\r\nHost: shop.example\r\nUser-Agent: test/1\r\n\r\n")
    talk.say(
      .server,
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 24\r\nX-A: b\r\n\r\n{\"name\":\"kite\",\"price\":5}"
        .replacingLength()
    )
    talk.time += 2_000_000
    talk.say(.client, "POST /cart HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 2\r\n\r\nhi")
    talk.time += 1_500_000
    talk.say(.server, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
    talk.say(.client, "GET /never HTTP/1.1\r\nHost: other.example\r\n\r\n")
    talk.close(.server)
    var options = HTTPOptions()
    options.keepsAll = true
    return HTTPReader.exchanges(in: talk.packets, options)
  }()

  @Test(
    "fit where a value of the request, the response or the whole does",
    arguments: [
      ("http", [1, 2, 3]), ("", [1, 2, 3]), ("http.response.code >= 500", [2]), ("http.response.code == 100", [2]),
      ("http.response.code >= 500 && http.time > 1", [2]), ("http.time < 1", [1]),
      ("http.request.method == \"GET\"", [1, 3]),
      ("http.request.method == GET", [1, 3]), ("http.request.uri contains \"cart\"", [2]),
      ("http.request.uri.query.parameter == \"page=2\"", [1]), ("http.host == \"shop.example\"", [1, 2]),
      ("http.request.full_uri matches \"^http://other\"", [3]), ("http.user_agent", [1]),
      ("http.response.line contains \"X-A\"", [1]), ("http.content_type contains \"json\"", [1]),
      ("json.value.string == \"kite\"", [1]), ("json.key == \"price\"", [1]), ("json", [1]),
      ("http.file_data contains \"hi\"", [2]), ("not http.response", [3]), ("exchange.outcome == \"unanswered\"", [3]),
      ("exchange.outcome != \"complete\"", [3]), ("exchange.number in {1, 3}", [1, 3]),
      ("exchange.first_byte > 1", [2]),
      ("tcp.port == 8000 && ip.addr == 10.0.0.1", [1, 2, 3]), ("tcp.stream == 1", []),
      ("ip.src == 10.0.0.2", [1, 2, 3]),
      ("frame.number == 4", [1]), ("http.response_in == 6", [1]), ("tcp.analysis.retransmission", []), ("ipv6", []),
      ("count(http.response.code) == 2", [2]), ("http.request.method == \"GET\" and http.response.code == 200", [1]),
    ] as [(String, [Int])])
  func fits(_ text: String, _ numbers: [Int]) throws {
    var filter = try ExchangeFilter(text)
    var found: [Int] = []
    for exchange in Self.exchanges where filter.matches(exchange) { found.append(exchange.number) }
    #expect(found == numbers)
  }

  /// Heads and bodies are kept only where the filter looks at them; what it says does not depend on that.
  @Test("need the heads and bodies only where they look at them")
  func needs() throws {
    #expect(try !ExchangeFilter("http.response.code >= 500 && http.time > 1").needsDetail)
    #expect(try ExchangeFilter("http.user_agent").needsDetail)
    #expect(try !ExchangeFilter("http.user_agent").needsBodies)
    #expect(try ExchangeFilter("json.key == \"a\"").needsBodies)
    for text in ["http.request.uri contains \"cart\"", "http.response.phrase == \"OK\"", "http.host"] {
      var filter = try ExchangeFilter(text)
      for exchange in Self.exchanges {
        let (whole, short) = (filter.matches(exchange), filter.matches(exchange.withoutDetail))
        #expect(whole == short, "\(text)")
      }
    }
  }

  @Test("say what an exchange does not have, and where")
  func errors() throws {
    do {
      _ = try ExchangeFilter("http and eth.src == 00:00:00:00:00:01")
      Issue.record("eth.src is taken")
    } catch {
      #expect(error.range == 9..<16)
      #expect(error.explanation.contains("^~~~~~~"))
    }
    #expect(throws: FilterError.self) { try ExchangeFilter("http.response.code ==") }
    #expect(throws: FilterError.self) { try ExchangeFilter("http.chunk_size > 1") }
  }
}

extension String {
  /// With the length of what follows the head in place of the number.
  fileprivate func replacingLength() -> String {
    let parts = components("\r\n\r\n")
    return parts.head.replacing("Content-Length: 24", with: "Content-Length: \(parts.body.utf8.count)") + "\r\n\r\n"
      + parts.body
  }

  private func components(_ separator: String) -> (head: String, body: String) {
    guard let range = firstRange(of: separator) else { return (self, "") }
    return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
  }
}
