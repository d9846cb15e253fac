import Dissection
import Exchanges
import TestSupport
import Testing

/// Browsers, clients and servers as people use them: Chromium, Firefox, Java, Go, httpx and urllib, Node and curl; nginx, h2o, Caddy;
/// and for HTTP/3 aioquic, niquests and Chromium.
@Suite("What real clients and servers say in TLS and QUIC")
struct PeerTests {
  @Test(
    "is in the list of exchanges as in their own logs: nothing missing, nothing invented",
    arguments: PeerCapture.all + PeerCapture.http3)
  func exchanges(_ peer: PeerCapture) throws {
    try TemporaryFolder.with { folder in
      let found = try peer.exchanges(try peer.unpacked(folder))
      #expect(found.flatMap(PeerCapture.lines).sorted() == (try peer.log()))
      for exchange in found {
        let phases = exchange.timings
        #expect(exchange.total == phases.total, "\(exchange.url ?? ""): \(phases)")
        // What was posted came back.
        if exchange.request?.target == "/echo", exchange.response?.status == 200 {
          #expect(exchange.detail?.requestBody == exchange.detail?.responseBody)
        }
      }
    }
  }

  @Test("is the same where packets come late or twice", arguments: PeerCapture.all + PeerCapture.http3)
  func disorder(_ peer: PeerCapture) throws {
    try TemporaryFolder.with { folder in
      let (header, packets) = try MessageCaptures.records(at: try peer.unpacked(folder))
      let path = folder + "/disturbed.pcap"
      try MessageCaptures.write(header, MessageCaptures.disturbed(packets), to: path)
      #expect(try peer.exchanges(path).flatMap(PeerCapture.lines).sorted() == (try peer.log()))
    }
  }

  /// What is said of an exchange that is whole is true, however many packets are missing.
  @Test("is never invented where packets are missing", arguments: PeerCapture.all + PeerCapture.http3)
  func gaps(_ peer: PeerCapture) throws {
    try TemporaryFolder.with { folder in
      let path = try peer.unpacked(folder)
      let told = Set(try peer.log())
      for seed in UInt64(1)...6 {
        var random = SeededGenerator(seed: seed)
        let dropped = Set((4...2000).filter { _ in random.chance(seed < 4 ? 3 : 15) })
        let found = try peer.exchanges(path) { !dropped.contains($0) }
        for exchange in found where exchange.outcome == .complete && !exchange.isWebSocket {
          // Where fields or frames may be missing, that is said.
          let flaws = exchange.response?.fields.flaws ?? []
          guard exchange.request != nil, exchange.response?.missing == 0,
            flaws.isDisjoint(with: [.unknownFields, .missingFrames])
          else { continue }
          for line in PeerCapture.lines(exchange) { #expect(told.contains(line), "\(line), seed \(seed)") }
        }
      }
    }
  }

  /// tshark 4.0 does not look into the WebSockets of HTTP/2, takes the target of an extended CONNECT for that of a tunnel, shows the
  /// parts of multipart bodies as data, and names no protocol that the ends have not agreed on.
  private static let ignored: Set<String> = [
    "http2.data.data", "http2.request.full_uri", "tls.segment.data", "tls.app_data_proto", "data.data", "data.len",
    "tls.handshake.extension.data", "tls.handshake.session_ticket_nonce",
  ]

  @Test("has tshark's fields", arguments: PeerCapture.all)
  func fields(_ peer: PeerCapture) throws {
    var tables = DissectorTables()
    tables.keys = try peer.keys()
    let comparison = FieldComparison(
      prefixes: ["http.", "http2.", "tls.", "json.", "data."], tables: tables, ignored: Self.ignored,
      options: ["-o", "tls.keylog_file:\(peer.keysPath)"])
    // Where two messages end in one packet, tshark lists the segments of the second first.
    try TemporaryFolder.with { folder in
      try comparison.run(try peer.unpacked(folder), peer.name, except: peer.name == "h2o" ? [20] : [])
    }
  }

  @Test(
    "has the frames of a WebSocket in a stream of HTTP/2", arguments: ["chromium", "firefox"].map(PeerCapture.init))
  func sockets(_ peer: PeerCapture) throws {
    try TemporaryFolder.with { folder in
      var tables = DissectorTables()
      tables.keys = try peer.keys()
      let fields = ["websocket.opcode", "websocket.payload.text", "websocket.payload.close.reason"]
        .compactMap { FieldTable.field(named: $0)?.id }
      let rows = try CaptureFile.columns(try peer.unpacked(folder), fields, tables: tables)
        .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }.filter { !$0[0].isEmpty }
      let opcodes = rows.flatMap { $0[0].split(separator: ",") }.sorted()
      #expect(opcodes == ["1", "1", "1", "1", "1", "1", "2", "2", "8", "8"])
      let texts = rows.map { $0[1] }.joined(separator: ",").split(separator: ",").sorted()
      let said = [
        String(repeating: "hello ", count: 20), String(repeating: "hello ", count: 30),
        String(repeating: "é", count: 400),
      ]
      #expect(texts.map(String.init) == (said + said).sorted())
      #expect(rows.filter { $0[2] == "enough" }.count == 2)
    }
  }

  /// What Wireshark 4.2 says of such clients; 4.0 has no JA4.
  @Test("has JA4, which leaves out what a browser changes each time")
  func fingerprints() throws {
    let field = try #require(FieldTable.field(named: "tls.handshake.ja4")?.id)
    for (peer, start) in [("chromium", "t13d1517h2_8daaf6152771_"), ("firefox", "t13d1617h2_86a278354501_")] {
      try TemporaryFolder.with { folder in
        let rows = try CaptureFile.columns(try PeerCapture(name: peer).unpacked(folder), [field]).filter { !$0.isEmpty }
        #expect(!rows.isEmpty && rows.allSatisfy { $0.hasPrefix(start) }, "\(rows)")
      }
    }
  }

  /// JA4 begins with what carries TLS.
  @Test("has JA4 of QUIC", arguments: ["h3-aioquic", "h3-chromium", "h3-niquests"])
  func fingerprintsOfQUIC(_ peer: String) throws {
    let field = try #require(FieldTable.field(named: "tls.handshake.ja4")?.id)
    try TemporaryFolder.with { folder in
      let rows = try CaptureFile.columns(try PeerCapture(name: peer).unpacked(folder), [field])
        .flatMap { $0.split(separator: ",") }
      #expect(!rows.isEmpty && rows.allSatisfy { $0.hasPrefix("q13") || $0.hasPrefix("t13") }, "\(rows)")
      #expect(rows.contains { $0.hasPrefix("q13") })
    }
  }
}
