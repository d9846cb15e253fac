import TLS
import TestSupport
import Testing
import Wire

struct FingerprintTests {
  /// A ClientHello made of lists.
  private static func hello(suites: [UInt16], extensions: [(UInt16, [UInt8])]) -> [UInt8] {
    func vector(_ width: Int, _ content: [UInt8]) -> [UInt8] {
      (0..<width).reversed().map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) } + content
    }
    func numbers(_ values: [UInt16]) -> [UInt8] { values.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
    return [3, 3] + [UInt8](repeating: 7, count: 32) + vector(1, []) + vector(2, numbers(suites)) + vector(1, [0])
      + vector(2, extensions.flatMap { numbers([$0.0]) + vector(2, $0.1) })
  }

  /// The example of JA4's own description.
  @Test func describedExample() throws {
    let signatures: [UInt8] = [0x00, 0x10, 4, 3, 8, 4, 4, 1, 5, 3, 8, 5, 5, 1, 8, 6, 6, 1]
    let types: [UInt16] = [
      0x0A0A, 0x001B, 0x0000, 0x0033, 0x0010, 0x4469, 0x0017, 0x002D, 0x000D, 0x0005, 0x0023, 0x0012, 0x002B, 0xFF01,
      0x000B, 0x000A, 0x0015,
    ]
    let contents: [UInt16: [UInt8]] = [
      0x0010: [0, 12, 2] + Array("h2".utf8) + [8] + Array("http/1.1".utf8),
      0x000D: signatures, 0x002B: [6, 0x1A, 0x1A, 3, 4, 3, 3],
      0x0000: [0, 6, 0, 0, 3] + Array("a.b".utf8),
    ]
    let body = Self.hello(
      suites: [
        0x2A2A, 0x1301, 0x1302, 0x1303, 0xC02B, 0xC02F, 0xC02C, 0xC030, 0xCCA9, 0xCCA8, 0xC013, 0xC014, 0x009C, 0x009D,
        0x002F, 0x0035,
      ],
      extensions: types.map { ($0, contents[$0] ?? []) })
    let print = try ClientFingerprint(body.span)
    #expect(print.ja4 == "t13d1516h2_8daaf6152771_e5627efa2ab1")
    #expect(
      print.ja4Text
        == "t13d1516h2_002f,0035,009c,009d,1301,1302,1303,c013,c014,c02b,c02c,c02f,c030,cca8,cca9_"
        + "0005,000a,000b,000d,0012,0015,0017,001b,0023,002b,002d,0033,4469,ff01_0403,0804,0401,0503,0805,0501,0806,0601"
    )
  }

  @Test func helloWithoutExtensions() throws {
    let body = Self.hello(suites: [], extensions: [])
    let print = try ClientFingerprint(body.span)
    #expect(print.ja4 == "t12i000000_000000000000_000000000000")
    #expect(try ClientFingerprint(body.span, over: .quic).ja4 == "q12i000000_000000000000_000000000000")
    #expect(print.ja3Text == "771,,,,")
  }

  /// In DTLS a cookie precedes the suites, which does not count, and the highest version has the lowest number.
  @Test func helloOfDTLS() throws {
    let suites: [UInt8] = [0, 4, 0x13, 0x01, 0xC0, 0x2B]
    let extensions: [UInt8] = [0, 43, 0, 5, 4, 0xFE, 0xFD, 0xFE, 0xFC, 0, 13, 0, 6, 0, 4, 4, 3, 8, 4]
    let body =
      [0xFE, 0xFD] + [UInt8](repeating: 7, count: 32) + [0] + [3, 9, 9, 9] + suites + [1, 0]
      + [0, UInt8(extensions.count)] + extensions
    let print = try ClientFingerprint(body.span, over: .datagrams)
    #expect(print.ja4 == "dd3i020200_777cda164f4b_ef5f37ab036a")
    #expect(print.ja4Text == "dd3i020200_1301,c02b_000d,002b_0403,0804")
    #expect(print.ja3Text == "65277,4865-49195,43-13,,")
    #expect(throws: WireError.self) { try ClientFingerprint(body.span) }
  }

  /// Without extensions but the name and the application protocols, which do not count, there is no digest.
  @Test func helloWithTheNameOnly() throws {
    let body = Self.hello(suites: [0x1301], extensions: [(0, [0, 6, 0, 0, 3] + Array("a.b".utf8))])
    #expect(try ClientFingerprint(body.span).ja4.hasSuffix("_000000000000"))
  }

  /// tshark's JA3 of every recorded ClientHello.
  @Test func sameJA3AsTshark() throws {
    let output = try Tool.output(of: [
      "tshark", "-r", Fixtures.path("sessions.pcap.gz"), "-d", "tcp.port==4400-4499,tls", "-Y",
      "tls.handshake.type == 1", "-T", "fields", "-e",
      "tcp.stream", "-e", "tls.handshake.ja3", "-e", "tls.handshake.ja3_full",
    ])
    var told: [Int: [String]] = [:]
    for line in output.output.split(separator: "\n") {
      let words = line.split(separator: "\t").map(String.init)
      if let stream = Int(words[0]), told[stream] == nil { told[stream] = Array(words.dropFirst()) }
    }
    #expect(told.count > 50)
    let keyLog = try Reading.keyLog()
    for connection in RecordedConnection.all.values.joined() {
      guard let body = Reading.read(connection, keyLog).body(.clientHello, .client) else { continue }
      let print = try ClientFingerprint(body.span)
      #expect([print.ja3, print.ja3Text] == told[connection.stream])
    }
  }

  @Test func truncatedHellos() {
    let body = Self.hello(suites: [0x1301], extensions: [(0, [0, 6, 0, 0, 3, 97, 46, 98]), (16, [0, 3, 2, 104, 50])])
    for end in 0..<body.count {
      _ = try? ClientFingerprint(Array(body[..<end]).span)
    }
  }
}
