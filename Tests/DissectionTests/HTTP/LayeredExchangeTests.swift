import Captures
import Exchanges
import TLS
import TestSupport
import Testing
import Wire

/// Exchanges below which there is more than TCP: HTTP/2, and TLS.
@Suite struct LayeredExchangeTests {
  private static let http2 = [
    "caddy", "curl", "grpc", "h2load", "httpx", "nghttp", "nghttp-continuation", "nghttp-window", "nginx-push",
    "nginx-upload", "node",
  ]

  private static func path(_ name: String) -> String {
    Repository.file("Tests/HTTP2Tests/Fixtures/captures/\(name).pcap.gz")
  }

  /// Reads a capture's exchanges.
  /// - Parameter keeps: whether a packet is in the capture.
  private static func exchanges(
    _ path: String, keys: KeyLog? = nil, keeping keeps: (Int) -> Bool = { _ in true }
  ) throws -> [HTTPExchange] {
    var source = try CaptureReader.open(path)
    var options = HTTPOptions()
    options.keys = keys
    options.keepsAll = true
    var reader = HTTPReader(options)
    var exchanges: [HTTPExchange] = []
    while let frame = try source.next() {
      guard keeps(frame.number) else { continue }
      reader.read(frame, source.bytes)
      while let exchange = reader.next() { exchanges.append(exchange) }
    }
    reader.finish()
    while let exchange = reader.next() { exchanges.append(exchange) }
    return exchanges
  }

  /// tshark has the same requests and responses, interim ones included.
  @Test(arguments: http2) func http2HasTheMessagesThatTsharkHas(name: String) throws {
    let exchanges = try Self.exchanges(Self.path(name))
    func told(_ field: String) throws -> [String] {
      let lines = try Wireshark.read(
        Self.path(name), ["-d", "tcp.port==8080,http2", "-Y", field, "-T", "fields", "-e", field])
      return lines.flatMap { $0.split(separator: ",") }.map(String.init).sorted()
    }
    let statuses = exchanges.flatMap { $0.interim + ($0.response?.status.map { [$0] } ?? []) }
    #expect(exchanges.compactMap { $0.request?.method }.sorted() == (try told("http2.headers.method")))
    #expect(statuses.map(String.init).sorted() == (try told("http2.headers.status")))
    #expect(exchanges.allSatisfy { $0.streamID != nil && $0.request?.startLine.version == "HTTP/2" })
  }

  /// The request that asked for HTTP/2 is its stream 1 and has one row, with the response that came as HTTP/2.
  @Test(arguments: ["h2o-upgrade", "h2o-nghttp-upgrade"]) func anUpgradedRequestIsOneExchange(name: String) throws {
    let first = try #require(try Self.exchanges(Self.path(name)).first)
    #expect(first.request?.startLine.version == "HTTP/1.1" && first.response?.startLine.version == "HTTP/2")
    #expect(first.interim == [101] && first.response?.status == 200 && first.streamID == 1)
  }

  /// Packets that are missing cost exchanges, and never make a wrong one.
  @Test(arguments: http2, UInt64(1)...8) func gapsMakeNoWrongPair(name: String, seed: UInt64) throws {
    func pair(_ exchange: HTTPExchange) -> String? {
      guard let url = exchange.url, let status = exchange.response?.status else { return nil }
      return "\(exchange.stream) \(exchange.streamID ?? 0) \(exchange.request?.method ?? "") \(url) \(status)"
    }
    let whole = Set(try Self.exchanges(Self.path(name)).compactMap(pair))
    var random = SeededGenerator(seed: seed)
    var dropped: Set<Int> = []
    // The handshake stays, by which conversations are numbered.
    for number in 4...2000 where random.chance(6) { dropped.insert(number) }
    let found = try Self.exchanges(Self.path(name)) { !dropped.contains($0) }.compactMap(pair)
    for one in found { #expect(whole.contains(one), "\(one)") }
  }

  @Test func theSecretsOfACaptureOpenIt() throws {
    let fixtures = Repository.file("Tests/TLSTests/Fixtures")
    let keys = KeyLog()
    keys.add(try Files.read(fixtures + "/sessions.keys"))
    let read = try Self.exchanges(fixtures + "/sessions.pcap.gz", keys: keys)
    let told = try Wireshark.read(
      fixtures + "/sessions.pcap.gz",
      [
        "-o", "tls.keylog_file:\(fixtures)/sessions.keys", "-d", "tcp.port==4400-4499,tls", "-Y", "http.response", "-T",
        "fields", "-e", "tcp.stream", "-e", "http.response.code",
      ])
    let ours = read.filter { $0.streamID == nil }.map { "\($0.stream)\t\($0.response?.status ?? 0)" }
    #expect(ours.sorted() == told.map(String.init).sorted() && !ours.isEmpty)
    #expect(read.allSatisfy { $0.security?.version != nil && $0.url?.hasPrefix("https://") == true })
    #expect(try Self.exchanges(fixtures + "/sessions.pcap.gz").isEmpty)
  }

  /// From a record on that was changed on the way, nothing is known, and nothing is counted.
  @Test func whatCannotBeDecryptedIsNotCounted() throws {
    let fixtures = Repository.file("Tests/TLSTests/Fixtures")
    let keys = KeyLog()
    keys.add(try Files.read(fixtures + "/sessions.keys"))
    var lost = 0
    for seed in UInt64(0)..<4 {
      var random = SeededGenerator(seed: seed)
      var source = try CaptureReader.open(fixtures + "/sessions.pcap.gz")
      var options = HTTPOptions()
      options.keys = keys
      var reader = HTTPReader(options)
      while let frame = try source.next() {
        var bytes: [UInt8] = []
        bytes.append(source.bytes)
        let headers = PacketHeaders(frame, bytes.span)
        if headers.isTCP, headers.payload.count > 50, random.chance(10) { bytes[headers.payload.upperBound - 1] ^= 1 }
        reader.read(frame, bytes.span)
      }
      reader.finish()
      while let exchange = reader.next() {
        if exchange.security?.loss != nil { lost += 1 }
        for message in [exchange.request, exchange.response].compactMap(\.self) {
          #expect(message.missing ?? 0 < 1 << 30 && message.bodyLength < 1 << 30 && message.wireLength ?? 0 < 1 << 30)
        }
      }
    }
    #expect(lost > 0)
  }
}
