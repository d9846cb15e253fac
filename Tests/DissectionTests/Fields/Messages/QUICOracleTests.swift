import Dissection
import TLS
import TestSupport
import Testing
import Wire

/// Fields of QUIC and of what is in it against tshark, with the captures of the QUIC reader's own tests.
@Suite("Fields of QUIC agree with tshark")
struct QUICOracleTests {
  struct Capture: Sendable, CustomTestStringConvertible {
    var name: String
    /// The packets in which we differ on purpose.
    var differing: Set<Int> = []
    /// Why.
    var reason = ""

    var testDescription: String { name }
  }

  /// tshark shows no DATA frame of HTTP/3 that came in several packets.
  private static let split = "a frame of HTTP/3 is shown where it is whole"

  private static let captures = [
    Capture(name: "plain", differing: [10, 15], reason: split),
    Capture(name: "middle-tap", differing: [15], reason: split),
    Capture(
      name: "lossy", differing: [13, 14, 24, 26, 65, 89, 103, 111],
      reason: "tshark takes what a packet that came twice has in its streams for new frames; and \(split)"),
    Capture(
      name: "retry", differing: Set(3...11),
      reason: "aioquic's second ClientHello has another random, with which tshark finds no secrets"),
    Capture(
      name: "version-negotiation", differing: [1, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      reason: "tshark reads the packet of an unknown version as one of version 1, and nothing after it"),
    Capture(
      name: "version-2", differing: Set(9...13),
      reason: "aioquic updates the keys of version 2 as those of version 1, and so do we if it has to be"),
    Capture(
      name: "version-upgrade", differing: [3], reason: "aioquic's client goes on with the Initial keys of version 1"),
    Capture(
      name: "early-accepted", differing: [11, 13], reason: "tshark shows no HTTP/3 in 0-RTT packets; and \(split)"),
    Capture(name: "early-rejected", differing: [11], reason: "tshark shows no HTTP/3 in 0-RTT packets"),
    Capture(
      name: "key-updates",
      differing: [6, 8, 14, 17, 18, 20, 22, 23, 24, 26, 28, 30, 31, 33, 34, 37, 38, 40, 41, 42, 44, 47],
      reason: "tshark loses the keys where packets of two key phases are out of order; and \(split)"),
    Capture(name: "migration", differing: [13, 23], reason: split),
    Capture(
      name: "empty-id", differing: [1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14],
      reason: "tshark cannot tell who sent what to a client without a connection ID, and does not follow its migration"),
    Capture(name: "suites"), Capture(name: "frames", differing: [37, 91, 100], reason: split), Capture(name: "refused"),
    Capture(name: "stateless-reset", differing: [10], reason: "tshark unmasks the unpredictable bits"),
    Capture(name: "ecn-six"),
  ]

  @Test("of every packet, value by value", arguments: captures)
  func values(_ capture: Capture) throws {
    try TemporaryFolder.with { folder in
      let keys = Repository.file("Tests/QUICTests/Fixtures/\(capture.name).keys")
      var tables = DissectorTables()
      tables.keys = KeyLog()
      tables.keys?.add(try Files.read(keys))
      let comparison = FieldComparison(
        prefixes: ["quic.", "tls.", "http3."], tables: tables,
        // tshark prints no value for the node of a parameter, nor for what is empty, nor for the content of early_data.
        ignored: ["tls.quic.parameter", "tls.handshake.extension.data", "tls.handshake.session_ticket_nonce"],
        options: ["-o", "tls.keylog_file:\(keys)"])
      let path = try PackedCaptures.unpacked("QUICTests/Fixtures/\(capture.name).pcap.gz", folder)
      try comparison.run(path, capture.name, except: capture.differing, atLeast: 2)
    }
  }

  /// The header fields, which Debian's tshark cannot decode, are what aioquic sent.
  @Test func headerFields() throws {
    try TemporaryFolder.with { folder in
      var tables = DissectorTables()
      tables.keys = KeyLog()
      tables.keys?.add(try Files.read(Repository.file("Tests/QUICTests/Fixtures/plain.keys")))
      let path = try PackedCaptures.unpacked("QUICTests/Fixtures/plain.pcap.gz", folder)
      let columns = try CaptureFile.columns(
        path, [.http3HeadersMethod, .http3RequestFullUri, .http3HeadersStatus, .http3HeadersServer], tables: tables)
      let rows = columns.filter { $0 != "\t\t\t" }
      #expect(
        rows == [
          "GET,GET\thttps://quic.example/items/2000,https://quic.example/items/500\t\t", "\t\t200\taioquic",
          "\t\t200\taioquic", "POST\thttps://quic.example/form\t\t", "\t\t200\taioquic",
        ])
    }
  }

  /// Without secrets, the names of the first packets are there, and nothing of what is encrypted.
  @Test func withoutSecrets() throws {
    try TemporaryFolder.with { folder in
      let path = try PackedCaptures.unpacked("QUICTests/Fixtures/plain.pcap.gz", folder)
      let columns = try CaptureFile.columns(
        path,
        [.tlsHandshakeExtensionsServerName, .tlsHandshakeExtensionsAlpnStr, .quicStreamStreamId, .http3FrameType])
      #expect(columns.first == "quic.example\th3\t\t")
      #expect(columns.dropFirst().allSatisfy { $0 == "\t\t\t" })
    }
  }
}
