import Dissection
import Exchanges
import TLS
import TestSupport
import Testing
import TextOutput
import Wire

@Suite struct PacketSummaryTests {
  /// The protocols whose nodes are always below another's, or which are no protocols of a packet.
  private static let parts: Set<String> = [
    "frame", "exchange", "data", "data-text-lines", "media", "urlencoded-form", "protobuf", "mptcp", "x509af", "x509if",
    "x509sat", "x509ce", "pkix1explicit", "pkix1implicit", "pkcs1", "ber", "_ws.malformed", "_ws.short", "_ws.expert",
  ]

  @Test func everyProtocolHasASummary() {
    let protocols = FieldTable.fields.filter {
      $0.type == .protocol && (!$0.name.contains(".") || $0.name.hasPrefix("_ws."))
    }
    let missing = protocols.filter { !PacketSummary.fields.contains($0.id) && !Self.parts.contains($0.name) }
    #expect(missing.map(\.name) == [], "these protocols need a ProtocolSummary in their declarations")
  }

  private static func summaries(_ path: String, keys: String? = nil) throws -> [PacketSummary] {
    var tables = DissectorTables()
    tables.keys = KeyLog()
    if let keys { tables.keys?.add(try Files.read(keys)) }
    var dissector = PacketDissector(wanted: PacketSummary.fields, wantsText: false, tables: tables)
    var found: [PacketSummary] = []
    try CaptureFile.read(path) { frame, bytes, notes in
      dissector.dissect(frame, bytes, notes: notes)
      found.append(PacketSummary(dissector.tree))
    }
    return found
  }

  @Test func everyFieldThatASummaryReadsIsWanted() throws {
    // With all fields, the same is said.
    for name in [
      "captures/protocols/http.pcap", "captures/protocols/websocket.pcap", "captures/recorded/slow-net.pcapng",
    ] {
      var (few, all) = (PacketDissector(wanted: PacketSummary.fields, wantsText: false), PacketDissector())
      try CaptureFile.read(Repository.file(name)) { frame, bytes, notes in
        few.dissect(frame, bytes, notes: notes)
        all.dissect(frame, bytes, notes: notes)
        #expect(PacketSummary(few.tree) == PacketSummary(all.tree), "\(name), packet \(frame.number)")
      }
    }
  }

  private static func summaries(of packets: [Packet], _ notes: PacketNotes = PacketNotes()) -> [PacketSummary] {
    var dissector = PacketDissector(wanted: PacketSummary.fields, wantsText: false)
    return packets.enumerated().map { place, packet in
      dissector.dissect(HTTPReader.frame(place + 1, packet), packet.bytes.span, notes: notes)
      return PacketSummary(dissector.tree)
    }
  }

  private static func names(_ summaries: [PacketSummary]) -> [String] { summaries.map(\.name.text) }
  private static func infos(_ summaries: [PacketSummary]) -> [String] { summaries.map(\.info.text) }

  @Test func theProtocolIsThatOfThePacketAndNotOfThePort() throws {
    let port8001 = try Self.summaries(Repository.file("captures/protocols/http.pcap"))
    #expect(Self.names(port8001).prefix(7) == ["TCP", "TCP", "TCP", "HTTP", "TCP", "HTTP/JSON", "TCP"])
    #expect(port8001[3].info == "GET /json HTTP/1.1" && port8001[5].info == "200 OK, application/json, 200 bytes")
    #expect(port8001[3].source == "127.0.0.1" && port8001[3].kind == .http && port8001[4].kind == .tcp)
    let port80 = try Self.summaries(Repository.file("captures/recorded/slow-net.pcapng"))
    #expect(Self.names(port80).prefix(7) == ["DNS", "DNS", "TCP", "TCP", "TCP", "HTTP", "TCP"])
    #expect(port80[0].info == "Standard query A search.example")
    #expect(port80[1].info == "Standard query response A search.example: A 10.83.0.1")
    #expect(port80[2].info == "[SYN] 57196 → 80, seq 0, win 64240, mss 1460" && port80[2].kind == .opening)
    #expect(port80[4].info == "[ACK] 57196 → 80, seq 1, ack 1, win 64512" && port80[4].kind == .tcp)
  }

  @Test func aSegmentIsTCPAndTheLastOneHasTheMessage() throws {
    let all = try Self.summaries(Repository.file("captures/protocols/http.pcap"))
    #expect(all[25].name == "TCP" && all[25].info.text.hasSuffix(", 32768 bytes, part of a longer message"))
    #expect(all[27].name == "HTTP" && all[27].info == "200 OK, application/octet-stream, 48 KB")
  }

  @Test func allMessagesOfAPacketAreListed() throws {
    let http = try Self.summaries(Repository.file("captures/protocols/http.pcap"))
    #expect(http[171].info == "GET /json HTTP/1.1, GET /chunked HTTP/1.1, GET /204 HTTP/1.1")
    let webSocket = try Self.infos(Self.summaries(Repository.file("captures/protocols/websocket.pcap")))
    #expect(webSocket[7] == "Text [FIN] 21 bytes" && webSocket[24] == "Close [FIN] 1001 Going Away")
    #expect(webSocket[16] == "Text 4 bytes, Continuation [FIN] 6 bytes, Ping [FIN] 4 bytes")
  }

  @Test func aRowIsBoundedHoweverMuchAPacketSays() {
    var talk = Talk()
    let requests = (0..<60).map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined()
    talk.say(.client, requests, size: 60_000)
    talk.say(.client, "GET /" + String(repeating: "x", count: 9000) + " HTTP/1.1\r\nHost: h\r\n\r\n", size: 60_000)
    let found = Self.summaries(of: talk.packets)
    #expect(found[3].info.text.hasPrefix("GET /0 HTTP/1.1, GET /1 HTTP/1.1, "))
    #expect(found[3].info.text.hasSuffix("GET /7 HTTP/1.1, … (52 more)"))
    #expect(found[5].info.count < 250 && found[5].info.text.hasSuffix("…"))
  }

  @Test func whatAPeerSaysIsEscaped() {
    var talk = Talk()
    talk.say(.client, "GET /\u{1B}[31m\u{202E} HTTP/1.1\r\nHost: h\r\n\r\n")
    let info = Self.summaries(of: talk.packets)[3].info.text
    #expect(info.hasPrefix("GET /") && !info.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }

  @Test func tcpSaysWhatItsAnalysisFound() {
    var talk = Talk()
    talk.say(.client, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    let request = talk.packets[3]
    for _ in 0..<2 {
      var again = request
      again.time = talk.time + 500_000
      talk.packets.append(again)
      talk.time += 1_000_000
    }
    let acknowledgment = talk.packets[4]
    for _ in 0..<2 {
      var again = acknowledgment
      again.time = talk.time
      talk.packets.append(again)
      talk.time += 1000
    }
    talk.add(.server, flags: [.ack, .rst])
    let found = Self.summaries(of: talk.packets)
    #expect(found[5].name == "TCP" && found[5].info.text.hasPrefix("[PSH, ACK] needless retransmission, 50000 → 8000"))
    #expect(found[7].info.text.hasPrefix("[ACK] duplicate ACK 1 of packet 5, 8000 → 50000"))
    #expect(found[8].info.text.hasPrefix("[ACK] duplicate ACK 2 of packet 5, 8000 → 50000"))
    #expect(found[9].info.text.hasPrefix("[RST, ACK] 8000 → 50000") && found[9].kind == .reset)
  }

  @Test func anEndInTheSamePacketIsSaid() {
    var talk = Talk()
    talk.say(.client, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    talk.add(.server, Array("HTTP/1.1 204 No Content\r\n\r\n".utf8), flags: [.ack, .psh, .fin])
    #expect(Self.summaries(of: talk.packets)[5].info == "204 No Content, [FIN]")
  }

  @Test func theFateOnTheLinkIsSaid() {
    let notes = PacketNotes(
      section: 0, interface: "c0", flags: nil,
      comments: ["process curl, pid 12", "Slow Net: delayed 103 ms, reordered"])
    let found = Self.summaries(of: Array(Talk().packets.prefix(1)), notes)
    #expect(found[0].fate == "delayed 103 ms, reordered" && found[0].info.text.hasPrefix("[SYN] 50000 → 8000"))
  }

  @Test func anErrorIsOfICMPAndNotOfThePacketThatItQuotes() throws {
    let all = try Self.summaries(Repository.file("Tests/DissectionTests/Fixtures/made/options-and-records.pcap"))
    let errors = all.filter { $0.kind == .icmpError }
    #expect(!errors.isEmpty && errors.allSatisfy { $0.name == "ICMP" || $0.name == "ICMPv6" })
  }

  @Test func sizesHaveThreeDigitsAtTheMost() {
    var talk = Talk()
    talk.say(.client, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    for size in [1, 31, 999, 1000, 4600, 46_400, 999_600] {
      talk.say(
        .server, "HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n" + String(repeating: "x", count: size),
        size: 60_000)
    }
    let sizes = Self.infos(Self.summaries(of: talk.packets)).filter { $0.hasPrefix("200 OK") }.map { $0.dropFirst(8) }
    #expect(sizes == ["1 byte", "31 bytes", "999 bytes", "1.0 KB", "4.6 KB", "46 KB", "1.0 MB"])
  }
}
