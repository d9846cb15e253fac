import Statistics

/// One client's keep-alive connection, as the frames that a capture beside the client would show.
struct TrafficFlow {
  /// How many requests a client of HTTP/2 has under way at a time.
  private static let concurrency = 4

  /// What has been sent and not yet captured, in order.
  private(set) var waiting: [[UInt8]] = []
  private var next = 0
  private var exchanges = 0
  private var client: Endpoint
  private var server: Endpoint
  private var frames: FrameTraffic?
  private var security: SecureTraffic?

  /// One end of the connection.
  private struct Endpoint {
    var address: UInt32
    var port: UInt16
    var sequence: UInt32
    var isClient: Bool
  }

  /// Ethernet's usual 1500 bytes less IPv4, TCP and its time stamps.
  private static let segment = 1448

  init(index: Int, _ kind: TrafficKind, random: inout SplitMix64) throws {
    client = Endpoint(
      address: 0x0A01_0000 + UInt32(index), port: UInt16(32_768 + index * 7), sequence: random.next32(), isClient: true)
    server = Endpoint(
      address: 0x0A02_0000 + UInt32(index % 8), port: kind.isSecure ? 443 : index % 4 == 3 ? 8080 : 80,
      sequence: random.next32(),
      isClient: false)
    lookUp(index)
    handshake()
    frames = kind.isHTTP2 ? FrameTraffic() : nil
    guard kind.isSecure else { return }
    let security = SecureTraffic(index: index, isHTTP2: kind.isHTTP2)
    let messages = try security.handshake()
    send(messages[0], from: \.client, to: \.server, &random)
    send(messages[1], from: \.server, to: \.client, &random)
    send(messages[2], from: \.client, to: \.server, &random)
    self.security = security
  }

  /// The lines of a key log that open the connection.
  var keyLog: String { security?.keyLog ?? "" }

  /// The next frame; `nil` when an exchange has to be added first.
  mutating func pop() -> [UInt8]? {
    guard next < waiting.count else { return nil }
    defer { next += 1 }
    return waiting[next]
  }

  /// Adds a request and its response, or several that are under way at a time.
  mutating func exchange(_ random: inout SplitMix64) throws {
    waiting.removeAll(keepingCapacity: true)
    next = 0
    guard frames == nil else { return try exchangeStreams(&random) }
    let request =
      "GET \(target(&random)) HTTP/1.1\r\nHost: \(authority)\r\nAccept: application/json\r\n"
      + "Accept-Encoding: gzip\r\nUser-Agent: bench/1.0\r\n\r\n"
    try say(Array(request.utf8), isFromClient: true, &random)
    try say(response(&random), isFromClient: false, &random)
  }

  private mutating func target(_ random: inout SplitMix64) -> String {
    exchanges += 1
    return "/search.json?rpp=\(10 + exchanges % 90)&q=\(JSONBody.word(&random))&page=\(exchanges)"
  }

  private var authority: String { "search-\(server.address & 7).example" }

  private mutating func exchangeStreams(_ random: inout SplitMix64) throws {
    guard var frames else { return }
    var (requests, answers) = exchanges == 0 ? (FrameTraffic.preface, FrameTraffic.settings) : ([], [])
    var responses: [[[UInt8]]] = []
    for _ in 0..<Self.concurrency {
      let request = frames.request(path: target(&random), authority: authority)
      requests += request.bytes
      let body = body(&random)
      responses.append(frames.response(request.stream, body.bytes, isGzip: body.isGzip))
    }
    self.frames = frames
    // In turn, a frame of each.
    for place in 0..<(responses.map(\.count).max() ?? 0) {
      for response in responses where place < response.count { answers += response[place] }
    }
    try say(requests, isFromClient: true, &random)
    try say(answers, isFromClient: false, &random)
  }

  /// Sends a message, encrypted if the connection is.
  private mutating func say(_ message: [UInt8], isFromClient: Bool, _ random: inout SplitMix64) throws {
    let bytes = try security?.seal(message, isFromClient: isFromClient) ?? message
    if isFromClient {
      send(bytes, from: \.client, to: \.server, &random)
    } else {
      send(bytes, from: \.server, to: \.client, &random)
    }
  }

  private func body(_ random: inout SplitMix64) -> (bytes: [UInt8], isGzip: Bool) {
    let isGzip = random.once(in: 4)
    // Compressed bodies are longer to begin with, so that they too take several segments.
    let body = JSONBody.make(results: Int.random(in: 5...(isGzip ? 400 : 130), using: &random), &random)
    return (isGzip ? Gzip.compress(body) : body, isGzip)
  }

  private func response(_ random: inout SplitMix64) -> [UInt8] {
    let isChunked = random.once(in: 4)
    let (body, isGzip) = body(&random)
    var head = "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\nServer: bench\r\n"
    head += isGzip ? "Content-Encoding: gzip\r\n" : ""
    guard isChunked else {
      return Array((head + "Content-Length: \(body.count)\r\n\r\n").utf8) + body
    }
    var bytes = Array((head + "Transfer-Encoding: chunked\r\n\r\n").utf8)
    for start in stride(from: 0, to: body.count, by: 4096) {
      let chunk = body[start..<min(start + 4096, body.count)]
      bytes += Array((String(chunk.count, radix: 16) + "\r\n").utf8) + chunk + [13, 10]
    }
    return bytes + Array("0\r\n\r\n".utf8)
  }

  /// Cuts a message into segments; one in 200 is sent twice, one in 200 overtaken by the next; every second is acknowledged.
  private mutating func send(
    _ message: [UInt8], from: WritableKeyPath<TrafficFlow, Endpoint>, to: WritableKeyPath<TrafficFlow, Endpoint>,
    _ random: inout SplitMix64
  ) {
    var sinceAcknowledged = 0
    for start in stride(from: 0, to: message.count, by: Self.segment) {
      let end = min(start + Self.segment, message.count)
      append(from, to, flags: end == message.count ? 0x18 : 0x10, message[start..<end])
      self[keyPath: from].sequence &+= UInt32(end - start)
      if random.once(in: 200) {
        waiting.append(waiting[waiting.count - 1])
      } else if random.once(in: 200), waiting.count >= 2 {
        waiting.swapAt(waiting.count - 1, waiting.count - 2)
      }
      sinceAcknowledged += 1
      if sinceAcknowledged == 2 || end == message.count {
        append(to, from, flags: 0x10, [])
        sinceAcknowledged = 0
      }
    }
  }

  private mutating func handshake() {
    append(\.client, \.server, flags: 0x02, [])
    client.sequence &+= 1
    append(\.server, \.client, flags: 0x12, [])
    server.sequence &+= 1
    append(\.client, \.server, flags: 0x10, [])
  }

  private mutating func lookUp(_ index: Int) {
    let name: [UInt8] = [8] + Array("search-\(server.address & 7)".utf8) + [7] + Array("example".utf8) + [0]
    let question = name + [0, 1, 0, 1]
    let id = [UInt8(index >> 8 & 0xFF), UInt8(index & 0xFF)]
    let answer: [UInt8] =
      [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4] + withUnsafeBytes(of: server.address.bigEndian) { Array($0) }
    let resolver: UInt32 = 0x0A02_00FF
    let port = UInt16(20_000 + index)
    waiting.append(
      PacketBytes.udp(
        from: (client.address, port), to: (resolver, 53), id + [1, 0, 0, 1, 0, 0, 0, 0, 0, 0] + question))
    waiting.append(
      PacketBytes.udp(
        from: (resolver, 53), to: (client.address, port), id + [0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0] + question + answer)
    )
  }

  private mutating func append(
    _ from: KeyPath<TrafficFlow, Endpoint>, _ to: KeyPath<TrafficFlow, Endpoint>, flags: UInt8,
    _ payload: ArraySlice<UInt8>
  ) {
    let (source, target) = (self[keyPath: from], self[keyPath: to])
    waiting.append(
      PacketBytes.tcp(
        from: (source.address, source.port), to: (target.address, target.port), sequence: source.sequence,
        acknowledgement: flags & 0x10 == 0 ? 0 : target.sequence, flags: flags, payload))
  }
}

extension SplitMix64 {
  mutating func next32() -> UInt32 { UInt32(truncatingIfNeeded: next()) }
}
