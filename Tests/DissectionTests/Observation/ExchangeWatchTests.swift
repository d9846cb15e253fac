import Captures
import Exchanges
import TLS
import TestSupport
import Testing
import Wire

/// What a timeline learns of the exchanges within TLS and HTTP/2, packet by packet.
struct ExchangeWatchTests {
  /// Reads a capture whose servers listen on some ports.
  private static func read(
    _ path: String, _ ports: ClosedRange<UInt16>, _ keys: KeyLog, _ take: (Int, ExchangeWatch.Revelation?) -> Void
  ) throws {
    var watch = ExchangeWatch(keys: keys)
    var source = try CaptureReader.open(path)
    while let frame = try source.next() {
      let port = PacketHeaders(frame, source.bytes).destinationEndpoint(in: source.bytes)?.port ?? 0
      take(frame.number, watch.read(frame, source.bytes, isFromClient: ports.contains(port)))
    }
  }

  /// Each request and each response is told once, with the packets that HTTPReader names.
  @Test func eachExchangeWithinTLSIsToldOnce() throws {
    let path = Repository.file("Tests/TLSTests/Fixtures/sessions.pcap.gz")
    let keys = KeyLog()
    keys.add(try Files.read(Repository.file("Tests/TLSTests/Fixtures/sessions.keys")))
    var requests: [String] = []
    var answers = 0
    let clock = ContinuousClock()
    var began = clock.now
    var times: [Duration] = []
    try Self.read(path, 4400...4499, keys) { _, revealed in
      if revealed?.requests.isEmpty == false { times.append(clock.now - began) }
      began = clock.now
      requests += revealed?.requests ?? []
      answers += revealed?.startsResponse == true ? 1 : 0
    }
    var options = HTTPOptions()
    options.keys = keys
    var reader = HTTPReader(options)
    var source = try CaptureReader.open(path)
    while let frame = try source.next() { reader.read(frame, source.bytes) }
    reader.finish()
    var expected: [String] = []
    var expectedAnswers = 0
    while let exchange = reader.next() {
      guard let request = exchange.request else { continue }
      expected.append("\(request.method ?? "?") \(request.target ?? "?") \(request.startLine.version)")
      expectedAnswers += exchange.response == nil ? 0 : 1
    }
    #expect(requests.sorted() == expected.sorted() && !requests.isEmpty)
    #expect(answers == expectedAnswers)
    for _ in 0..<20 {
      try Self.read(path, 4400...4499, keys) { _, revealed in
        if revealed?.requests.isEmpty == false { times.append(clock.now - began) }
        began = clock.now
      }
    }
    // How late a timeline decides: the deciding packet is decrypted before it goes on.
    let middle = times.sorted()[times.count / 2]
    let slowest = times.max() ?? .zero
    print("a packet with a request within TLS is read in \(middle), the slowest of \(times.count) in \(slowest)")
  }

  @Test(arguments: ["curl", "nghttp", "h2load", "node"]) func eachStreamIsToldOnce(name: String) throws {
    let path = Repository.file("Tests/HTTP2Tests/Fixtures/captures/\(name).pcap.gz")
    var reader = HTTPReader()
    var source = try CaptureReader.open(path)
    var ports: Set<UInt16> = []
    while let frame = try source.next() { reader.read(frame, source.bytes) }
    reader.finish()
    var expected = 0
    while let exchange = reader.next() {
      expected += exchange.request == nil ? 0 : 1
      ports.insert(exchange.server.port)
    }
    let port = try #require(ports.first)
    var told = 0
    try Self.read(path, port...port, KeyLog()) { told += $1?.requests.count ?? 0 }
    #expect(told == expected && told > 0)
  }

  /// HTTP/1 in the clear is the timeline's own matter, and so is what cannot be decrypted.
  @Test func whatCannotBeReadIsNotToldOf() throws {
    try Self.read(Repository.file("Tests/TLSTests/Fixtures/sessions.pcap.gz"), 4400...4499, KeyLog()) {
      number, revealed in
      #expect(revealed?.requests.isEmpty != false, "packet \(number)")
    }
  }
}
