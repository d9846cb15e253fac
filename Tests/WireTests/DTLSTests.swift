import Testing
import Wire

@Suite struct DTLSTests {
  private static func bytes(_ text: String) -> [UInt8] {
    text.split { $0 == " " || $0 == "\n" }.compactMap { UInt8($0, radix: 16) }
  }

  /// A record with a HelloVerifyRequest: the layouts of RFC 6347 sections 4.1, 4.2.1 and 4.2.2.
  private static let helloVerifyRequest = bytes(
    """
    16 fe ff 00 00 01 02 03 04 05 06 00 13
    03 00 00 07 00 02 00 00 00 00 00 07 fe ff 04 0a 0b 0c 0d
    """)

  private static func isDatagram(_ bytes: [UInt8]) -> Bool { DTLSRecordHeader.isDatagram(bytes.span, at: 0) }

  @Test func theHeaderOfARecordIsRead() throws {
    let read = DTLSRecordHeader(Self.helloVerifyRequest.span, at: 0)
    let header = try #require(read)
    #expect(header.contentType == 22 && header.version == 0xFEFF && header.epoch == 0)
    #expect(header.sequenceNumber == 0x0102_0304_0506 && header.contentLength == 19)
  }

  @Test func theHeaderOfAMessageIsRead() throws {
    let read = DTLSHandshakeHeader(Self.helloVerifyRequest.span, at: DTLSRecordHeader.length)
    let header = try #require(read)
    #expect(header.type == 3 && header.messageLength == 7 && header.messageSequence == 2)
    #expect(header.fragment == 0..<7 && header.isWhole)
  }

  @Test func aFragmentLiesWithinItsMessage() throws {
    let part = Self.bytes("0b 01 00 00 00 01 00 ff f0 00 00 10")
    let read = DTLSHandshakeHeader(part.span, at: 0)
    let header = try #require(read)
    #expect(header.messageLength == 65_536 && header.fragment == 65_520..<65_536 && !header.isWhole)
    let tooLong = Self.bytes("0b 01 00 00 00 01 00 ff f0 00 00 11")
    let isRead = DTLSHandshakeHeader(tooLong.span, at: 0) != nil
    #expect(!isRead)
  }

  @Test(arguments: [[0xFE, 0xFF], [0xFE, 0xFD], [0xFE, 0xFC], [1, 0]] as [[UInt8]])
  func everyVersionIsRecognized(_ version: [UInt8]) {
    #expect(Self.isDatagram([20] + version + [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]))
    #expect(Self.isDatagram([26] + version + [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0]))
  }

  @Test func recordsFollowEachOther() {
    let record = Self.helloVerifyRequest
    #expect(Self.isDatagram(record + record))
    #expect(Self.isDatagram(record + [0x2F, 0, 0, 0]), "an encrypted record of DTLS 1.3")
    #expect(Self.isDatagram(record + record.prefix(5)) && Self.isDatagram(Array(record.prefix(20))), "cut off")
    #expect(!Self.isDatagram(record + [UInt8](repeating: 0, count: 13)))
  }

  @Test func otherBytesAreNoRecords() {
    #expect(!Self.isDatagram([]) && !Self.isDatagram(Array(Self.helloVerifyRequest.prefix(12))))
    for (place, value) in [(0, 19), (0, 25), (0, 27), (1, 3), (2, 0xFE), (11, 0x49)] as [(Int, UInt8)] {
      var bytes = Self.helloVerifyRequest
      bytes[place] = value
      #expect(!Self.isDatagram(bytes), "byte \(place) is \(value)")
    }
    for _ in 0..<10_000 {
      let bytes = (0..<Int.random(in: 0...60)).map { _ in UInt8.random(in: 0...255) }
      _ = Self.isDatagram([22, 0xFE, 0xFD] + bytes)
      for offset in -1...bytes.count + 1 {
        _ = DTLSHandshakeHeader(bytes.span, at: offset)
        _ = DTLSRecordHeader(bytes.span, at: offset)
      }
    }
  }
}
