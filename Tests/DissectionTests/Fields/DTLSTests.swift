import Dissection
import TestSupport
import Testing
import TextOutput
import Wire

/// `FixtureOracleTests` compares the values of every field with tshark's; these, what its version does not know, and what it does not show.
@Suite struct DTLSTests {
  private static let recorded = Repository.file("Tests/DissectionTests/Fixtures/made/dtls.pcap")

  /// Computed from tshark's fields and the description of JA4 with another program. The second ClientHello comes in two fragments.
  @Test func theFingerprintsAreThoseOfTheDescription() throws {
    let found = try CaptureFile.columns(Self.recorded, [.dtlsHandshakeJa4])
    let expected = [
      1: "dd2d2809cp_d943125447b4_20344ea827a4", 3: "dd2d2809cp_d943125447b4_20344ea827a4",
      10: "dd2d280700_d943125447b4_e7e480e5a997", 13: "dd2d280700_d943125447b4_e7e480e5a997",
      28: "dd1d230600_44099cda8a52_195413a0cc0f", 30: "dd1d230600_44099cda8a52_195413a0cc0f",
      41: "dd2d020700_b06afd972a5c_e7e480e5a997", 43: "dd2d020700_b06afd972a5c_e7e480e5a997",
    ]
    for (index, text) in found.enumerated() { #expect(text == expected[index + 1] ?? "", "packet \(index + 1)") }
  }

  @Test func filtersFindIt() throws {
    #expect(try CaptureFile.numbers(Self.recorded, "dtls.handshake.type == 3") == [2, 11, 29, 42])
    #expect(try CaptureFile.numbers(Self.recorded, "dtls.alert_message.desc == 40") == [44])
    #expect(try CaptureFile.numbers(Self.recorded, "dtls.fragment.count > 2") == [16, 23, 33])
    #expect(try CaptureFile.numbers(Self.recorded, "tls.handshake || tls.record") == [])
  }

  @Test func theListSaysWhatIsInIt() throws {
    var dissector = PacketDissector(wanted: PacketSummary.fields, wantsText: false)
    var lines: [String] = []
    try CaptureFile.read(Self.recorded) { frame, bytes, notes in
      dissector.dissect(frame, bytes, notes: notes)
      let summary = PacketSummary(dissector.tree)
      lines.append("\(summary.name): \(summary.info)")
    }
    #expect(lines[0] == "DTLS: Client Hello for dtls.example")
    #expect(lines[1] == "DTLSv1.0: Hello Verify Request")
    #expect(lines[4] == "DTLSv1.2: Client Key Exchange, Change cipher spec, Handshake, 48 bytes")
    #expect(lines[11] == "DTLSv1.0: Client Hello, a part")
    #expect(lines[12] == "DTLSv1.0: Client Hello for dtls.example")
    #expect(lines[43] == "DTLSv1.0: Alert: Handshake Failure, fatal")
  }

  // Datagrams that no program here sends.

  private static func record(_ content: [UInt8], type: UInt8 = 22, epoch: UInt8 = 0) -> [UInt8] {
    [type, 0xFE, 0xFD, 0, epoch, 0, 0, 0, 0, 0, 0, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
  }

  /// A fragment of a message, or all of it.
  private static func message(_ type: UInt8, _ body: [UInt8], _ range: Range<Int>? = nil) -> [UInt8] {
    let range = range ?? 0..<body.count
    func number(_ value: Int) -> [UInt8] { [0, UInt8(value >> 8), UInt8(value & 0xFF)] }
    return record(
      [type] + number(body.count) + [0, 0] + number(range.lowerBound) + number(range.count) + body[range])
  }

  private static let random = [UInt8](repeating: 5, count: 32)
  private static let clientHello: [UInt8] =
    [0xFE, 0xFD] + random + [0, 0, 0, 2, 0x13, 0x01, 1, 0, 0, 9, 0, 43, 0, 5, 4, 0xFE, 0xFC, 0xFE, 0xFD]
  private static let serverHello: [UInt8] =
    [0xFE, 0xFD] + random + [0, 0x13, 0x01, 0, 0, 6, 0, 43, 0, 2, 0xFE, 0xFC]
  private static let encrypted: [UInt8] = [0x2E, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]

  private struct Talk {
    var dissector = PacketDissector()
    var number = 0

    /// The tree of the next datagram.
    mutating func say(_ payload: [UInt8], port: UInt16 = 5000, isFromServer: Bool = false) -> FieldTree {
      var bytes: [UInt8] = []
      let (client, server) = (IPv4Address(10, 0, 0, 1), IPv4Address(10, 0, 0, 2))
      IPv4Header(
        source: isFromServer ? server : client, destination: isFromServer ? client : server, protocolNumber: .udp,
        payloadLength: 8 + payload.count
      ).append(to: &bytes)
      UDPHeader(
        sourcePort: isFromServer ? 7777 : port, destinationPort: isFromServer ? port : 7777,
        payloadLength: payload.count
      ).append(to: &bytes)
      bytes += payload
      number += 1
      let frame = Frame(
        number: number, timestamp: Timestamp(nanoseconds: Int64(number)), linkType: .raw,
        originalLength: bytes.count)
      dissector.dissect(frame, bytes.span)
      return dissector.tree
    }
  }

  private static func summary(_ tree: FieldTree) -> String {
    let summary = PacketSummary(tree)
    return "\(summary.name): \(summary.info)"
  }

  @Test func encryptedRecordsOfDTLS13AreKnownByTheirConversation() {
    var talk = Talk()
    #expect(!talk.say(Self.encrypted).nodes.contains { $0.field == .dtls })
    #expect(Self.summary(talk.say(Self.message(1, Self.clientHello))) == "DTLS: Client Hello")
    #expect(!talk.say(Self.encrypted).nodes.contains { $0.field == .dtls })
    let answer = talk.say(Self.message(2, Self.serverHello) + Self.encrypted, isFromServer: true)
    #expect(Self.summary(answer) == "DTLSv1.3: Server Hello, Encrypted records, 18 bytes")
    #expect(Self.summary(talk.say(Self.encrypted)) == "DTLSv1.3: Encrypted records, 18 bytes")
    #expect(!talk.say(Self.encrypted, port: 5001).nodes.contains { $0.field == .dtls }, "another conversation")
    #expect(Self.summary(talk.say(Self.record([0, 0], type: 26))) == "DTLSv1.3: Acknowledgement")
  }

  /// Fragments come in any order, twice, and among those of other conversations between the same hosts.
  @Test func fragmentsAreJoined() throws {
    var talk = Talk()
    let body = Self.clientHello
    let ranges = [30..<body.count, 0..<20, 10..<20, 0..<20, 15..<30]
    for (place, range) in ranges.enumerated() {
      _ = talk.say(
        Self.message(1, [UInt8](repeating: 0, count: body.count), range.lowerBound..<range.upperBound - 1), port: 6000)
      let tree = talk.say(Self.message(1, body, range))
      let prints = tree.nodes.filter { $0.field == .dtlsHandshakeJa4 }
      #expect(prints.count == (place == ranges.count - 1 ? 1 : 0), "fragment \(place)")
    }
  }

  /// What is wanted alone is what is there: the fields of TLS that stand for those of DTLS are not added.
  @Test func onlyWantedFieldsAreAdded() {
    var talk = Talk()
    talk.dissector = PacketDissector(wanted: [.dtlsHandshakeCiphersuite, .tlsHandshakeType], wantsText: false)
    let fields = talk.say(Self.message(1, Self.clientHello)).nodes.map(\.field)
    #expect(fields == [.dtlsHandshakeCiphersuite])
  }

  @Test func whatIsRememberedIsBounded() {
    var talk = Talk()
    for port in 1000..<UInt16(9000) {
      _ = talk.say(Self.message(1, [UInt8](repeating: 0, count: 2000), 0..<1000), port: port)
    }
    #expect(talk.dissector.hasForgotten)
    #expect(Self.summary(talk.say(Self.message(1, Self.clientHello))) == "DTLS: Client Hello")
  }

  @Test func mutatedDatagramsNeverTrap() throws {
    var packets: [[UInt8]] = []
    try CaptureFile.read(Self.recorded) { _, bytes, _ in
      var copy: [UInt8] = []
      copy.append(contentsOf: bytes)
      packets.append(copy)
    }
    var random = SeededGenerator(seed: 6347)
    var (dissector, printer) = (PacketDissector(), TreePrinter())
    for number in 1...FuzzCount.or(3000) {
      var bytes = packets[random.below(packets.count)]
      for _ in 0..<1 + random.below(4) { bytes[42 + random.below(bytes.count - 42)] = UInt8(random.below(256)) }
      let length = bytes.count
      if random.below(4) == 0 { bytes.removeLast(random.below(bytes.count - 42)) }
      let frame = Frame(
        number: number, timestamp: Timestamp(nanoseconds: Int64(number)), linkType: .ethernet, originalLength: length)
      dissector.dissect(frame, bytes.span)
      for node in dissector.tree.nodes { _ = dissector.tree.bytes(of: node, frame: bytes.span) }
      #expect(!dissector.tree.nodes.contains { $0.field.field.name.hasPrefix("tls.") })
      printer.appendText(dissector.tree, bytes.span)
      #expect(OutputOracle.harm(in: printer.take().text) == nil)
    }
  }
}
