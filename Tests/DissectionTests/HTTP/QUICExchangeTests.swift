import Captures
import Exchanges
import Streams
import TLS
import TestSupport
import Testing
import Wire

/// The exchanges of connections that migrate, are resumed, answered with Retry, or fail: against what aioquic's ends took of each stream.
@Suite(.waiting) struct QUICExchangeTests {
  private static let fixtures = "Tests/QUICTests/Fixtures"

  /// The client's own word: how many bytes it took of each stream, connection by connection.
  private static func taken(_ name: String) throws -> [[UInt64: Int]] {
    let script = """
      .[] | [.client.streams | to_entries[] | "\\(.key):\\(.value.length)"] | join(" ")
      """
    let result = try Shell.run(
      "jq -r '\(script)' \(Repository.file("\(fixtures)/\(name).json"))", tools: ["jq": "jq"])
    return result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      Dictionary(
        uniqueKeysWithValues: line.split(separator: " ").map { pair in
          let parts = pair.split(separator: ":")
          return (UInt64(parts[0]) ?? 0, Int(parts[1]) ?? 0)
        })
    }
  }

  private static func exchanges(_ name: String, in fixtures: String = fixtures, secrets: Bool = true) throws -> (
    [HTTPExchange], UnreadableConnections
  ) {
    var options = HTTPOptions()
    options.reportsFailures = true
    options.keepsAll = true
    let keys = KeyLog()
    if secrets { keys.add(try Files.read(Repository.file("\(fixtures)/\(name).keys"))) }
    options.keys = keys
    var reader = HTTPReader(options)
    var source = try CaptureReader.open(Repository.file("\(fixtures)/\(name).pcap.gz"))
    var found: [HTTPExchange] = []
    while let frame = try source.next() {
      reader.read(frame, source.bytes)
      while let exchange = reader.next() { found.append(exchange) }
    }
    reader.finish()
    while let exchange = reader.next() { found.append(exchange) }
    return (found, reader.unreadable)
  }

  /// Each stream that a client opened for a request is an exchange, with as many bytes of the answer as the client took.
  @Test(arguments: [
    "plain", "lossy", "migration", "retry", "key-updates", "version-2", "version-upgrade", "version-negotiation",
    "empty-id",
    "ecn-six", "suites", "early-accepted", "early-rejected", "middle-tap", "stateless-reset",
  ])
  func answersAreWhatTheClientTook(_ name: String) throws {
    let taken = try Self.taken(name)
    let (found, unreadable) = try Self.exchanges(name)
    #expect(unreadable.count == 0)
    #expect(Set(found.map(\.stream)) == Set(taken.indices))
    for (connection, streams) in taken.enumerated() {
      let ours = found.filter { $0.stream == connection }
      let requests = streams.filter { $0.key % 4 == 0 }
      #expect(ours.map(\.streamID).compactMap(\.self).sorted() == requests.keys.sorted(), "\(name)")
      for exchange in ours {
        #expect(exchange.outcome == .complete, "\(name): \(exchange.outcome)")
        #expect(exchange.transport == .quic && exchange.protocolName == "h3 #\(exchange.streamID ?? 1)")
        #expect(exchange.response?.range.count == exchange.streamID.flatMap { requests[$0] }, "\(name)")
        #expect(exchange.security?.applicationProtocol == "h3" && exchange.security?.version == "TLS 1.3")
        #expect(exchange.total == exchange.timings.total, "\(exchange.timings)")
      }
      #expect(ours.sorted { $0.number < $1.number }.map(\.place) == Array(1...max(1, ours.count)))
    }
    // Numbers have no holes, also where early data was sent twice.
    #expect(found.map(\.number).sorted() == Array(1...found.count))
  }

  /// A request in early data does not wait for the handshake, and one that the server did not take is told once.
  @Test func earlyData() throws {
    for (name, isAccepted) in [("early-accepted", true), ("early-rejected", false)] {
      let (found, _) = try Self.exchanges(name)
      let resumed = try #require(found.first { $0.stream == 1 && $0.place == 1 })
      let sent = try #require(resumed.request?.first.timestamp.nanoseconds)
      let connected = resumed.connected?.timestamp.nanoseconds ?? .max
      #expect((sent < connected) == isAccepted)
      #expect(resumed.timings.tls == nil)
      #expect((resumed.timings.connect ?? 0 == 0) == isAccepted)
    }
  }

  /// Streams that an end gives up, and a connection that it closes with an error.
  @Test func resetsAndCloses() throws {
    let (found, _) = try Self.exchanges("frames")
    let byStream = Dictionary(uniqueKeysWithValues: found.map { ($0.streamID ?? .max, $0) })
    #expect(byStream[4]?.outcome == .abandoned && byStream[4]?.streamError == "H3_REQUEST_CANCELLED")
    #expect(byStream[0]?.outcome == .complete)
  }

  /// A connection that fails is an exchange without messages, and says why; one that offers no HTTP/3 is none of ours.
  @Test func failures() throws {
    let (failed, unreadable) = try Self.exchanges("h3-untrusted", in: "Tests/DissectionTests/Fixtures/peers")
    #expect(unreadable.count == 0)
    #expect(failed.map(\.outcome) == [.unconnected(.alert(by: .client, "Bad Certificate"))])
    #expect(failed.first?.transport == .quic && failed.first?.destination == "localhost:8443")
    #expect(failed.first.map { $0.total == $0.timings.total } ?? false)
    let (refused, _) = try Self.exchanges("refused")
    #expect(refused.isEmpty)
  }

  /// Without secrets nothing is invented, and the connection is named.
  @Test func withoutSecrets() throws {
    let (found, unreadable) = try Self.exchanges("plain", secrets: false)
    #expect(found.isEmpty)
    #expect(unreadable.first.map(\.server) == ["quic.example"])
    #expect(unreadable.first.map(\.reason) == [.noKeys] && unreadable.first.map(\.transport) == [.quic])
  }

  /// A client whose first packets nobody answers.
  @Test func unanswered() throws {
    var options = HTTPOptions()
    options.reportsFailures = true
    var reader = HTTPReader(options)
    var source = try CaptureReader.open(Repository.file("\(Self.fixtures)/plain.pcap.gz"))
    let first = try #require(try source.next())
    reader.read(first, source.bytes)
    reader.finish()
    let failed = reader.next()
    #expect(failed?.outcome == .unconnected(.initialUnanswered(datagrams: 1)))
    let more = reader.next()
    #expect(more?.number == nil)
  }
}
