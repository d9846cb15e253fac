import ContentCodings
import TestSupport

/// What a client and a server say to one another on one connection.
struct NetworkTalk {
  struct Exchange {
    var method = "GET"
    var target = "/"
    var request: [UInt8] = []
    /// How much of the request is sent before an interim response has come, and that response.
    var head: Int?
    var interim: [UInt8] = []
    var status = 200
    var response: [UInt8] = []
    /// The bodies, their codings undone.
    var requestContent: [UInt8] = []
    var content: [UInt8] = []
  }

  var exchanges: [Exchange] = []
  /// How many requests may wait for their responses.
  var depth = 1
  /// What is said in another protocol after the last response, by each.
  var afterwards: [[UInt8]] = [[], []]
  /// Whether the last response ends with the connection.
  var endsByClosing = false

  /// Where the messages end in the streams: requests, interim responses, responses.
  var requestEnds: [Int] { sums { $0.request.count } }
  var responseEnds: [Int] { sums { $0.interim.count + $0.response.count } }

  private func sums(_ length: (Exchange) -> Int) -> [Int] {
    var sum = 0
    return exchanges.map {
      sum += length($0)
      return sum
    }
  }

  /// Exchanges of every kind.
  static func random(_ random: inout SeededGenerator, count: Int) -> NetworkTalk {
    var talk = NetworkTalk()
    talk.depth = random.chance(30) ? 2 + random.below(3) : 1
    for number in 0..<count { talk.exchanges.append(exchange(number, &random)) }
    let end = random.below(5)
    if end == 0 { talk.upgrade() }
    if end == 1 { talk.endOpen(&random) }
    return talk
  }

  private static func exchange(_ number: Int, _ random: inout SeededGenerator) -> Exchange {
    var exchange = Exchange()
    exchange.method = ["GET", "GET", "GET", "POST", "PUT", "HEAD"][random.below(6)]
    exchange.target = "/\(exchange.method.lowercased())/\(number)"
    exchange.status = [200, 200, 200, 200, 204, 304, 404, 500][random.below(8)]
    let hasBody = exchange.method == "POST" || exchange.method == "PUT"
    if hasBody { exchange.requestContent = document(number, &random) }
    let expects = hasBody && random.chance(40)
    let head =
      ["\(exchange.method) \(exchange.target) HTTP/1.1", "Host: a.example"] + (expects ? ["Expect: 100-continue"] : [])
    exchange.request = message(head, exchange.requestContent, isEmpty: !hasBody, &random)
    if expects {
      exchange.head = headLength(exchange.request)
      exchange.interim = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    }
    let isEmpty = exchange.status == 204 || exchange.status == 304 || exchange.method == "HEAD"
    let content = document(number, &random)
    exchange.content = isEmpty ? [] : content
    let start = ["HTTP/1.1 \(exchange.status) Said"]
    if isEmpty {
      // The length is that of what would have come.
      let length = exchange.status == 204 ? [] : ["Content-Type: application/json", "Content-Length: \(content.count)"]
      exchange.response = message(start + length, [], isEmpty: true, &random)
    } else {
      exchange.response = message(start, content, isEmpty: false, &random)
    }
    return exchange
  }

  /// A JSON document that cannot be taken for another.
  private static func document(_ number: Int, _ random: inout SeededGenerator) -> [UInt8] {
    let text = String(repeating: "\(number) ", count: 1 + random.below(1200))
    return Array("{\"item\":\(number),\"mark\":\(random.below(1 << 30)),\"text\":\"\(text)\"}".utf8)
  }

  /// A message with its body plain or compressed, of a stated length or in chunks.
  private static func message(
    _ head: [String], _ content: [UInt8], isEmpty: Bool, _ random: inout SeededGenerator
  ) -> [UInt8] {
    guard !isEmpty else { return lines(head) }
    var head = head + ["Content-Type: application/json"]
    var body = content
    if random.chance(35), let coded = GzipEncoder.encode(content) {
      head.append("Content-Encoding: gzip")
      body = coded
    }
    guard random.chance(40) else { return lines(head + ["Content-Length: \(body.count)"]) + body }
    return lines(head + ["Transfer-Encoding: chunked"]) + chunks(body, &random)
  }

  private static func lines(_ head: [String]) -> [UInt8] {
    Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  private static func chunks(_ body: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([], body[...])
    while !rest.isEmpty {
      let piece = rest.prefix(1 + random.below(800))
      rest = rest.dropFirst(piece.count)
      result += Array((String(piece.count, radix: 16) + "\r\n").utf8) + piece + [13, 10]
    }
    return result + Array("0\r\n\r\n".utf8)
  }

  private static func headLength(_ message: [UInt8]) -> Int {
    message.indices.first { message[$0...].starts(with: [13, 10, 13, 10]) }.map { $0 + 4 } ?? message.count
  }

  /// The connection goes on in another protocol.
  private mutating func upgrade() {
    let head = "GET /upgrade HTTP/1.1\r\nHost: a.example\r\nConnection: Upgrade\r\nUpgrade: own\r\n\r\n"
    exchanges.append(
      Exchange(
        target: "/upgrade", request: Array(head.utf8), status: 101,
        response: Array("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: own\r\n\r\n".utf8)))
    afterwards = [[0, 1, 2] + Array("GET /not-http HTTP/1.1\r\n\r\n".utf8), [9, 8, 7]]
  }

  /// The last body ends where the server closes.
  private mutating func endOpen(_ random: inout SeededGenerator) {
    let content = Self.document(exchanges.count, &random)
    exchanges.append(
      Exchange(
        target: "/open", request: Array("GET /open HTTP/1.0\r\nHost: a.example\r\n\r\n".utf8),
        response: Array("HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n".utf8) + content,
        content: content))
    endsByClosing = true
  }
}
