import Testing
import Wire

/// Messages of RFC 5769, which gives their bytes and what they say.
@Suite struct STUNTests {
  private static func bytes(_ text: String) -> [UInt8] {
    text.split { $0 == " " || $0 == "\n" }.compactMap { UInt8($0, radix: 16) }
  }

  /// Section 2.2.
  private static let ipv4 = bytes(
    """
    01 01 00 3c 21 12 a4 42 b7 e7 a7 01 bc 34 d6 86 fa 87 df ae
    80 22 00 0b 74 65 73 74 20 76 65 63 74 6f 72 20 00 20 00 08 00 01 a1 47 e1 12 a6 43
    00 08 00 14 2b 91 f5 99 fd 9e 90 c3 8c 74 89 f9 2a f9 ba 53 f0 6b e7 d7 80 28 00 04 c0 7d 4c 96
    """)
  /// Section 2.3.
  private static let ipv6 = bytes(
    """
    01 01 00 48 21 12 a4 42 b7 e7 a7 01 bc 34 d6 86 fa 87 df ae
    80 22 00 0b 74 65 73 74 20 76 65 63 74 6f 72 20
    00 20 00 14 00 02 a1 47 01 13 a9 fa a5 d3 f1 79 bc 25 f4 b5 be d2 b9 d9
    00 08 00 14 a3 82 95 4e 4b e6 7b f1 17 84 c9 7c 82 92 c2 75 bf e3 ed 41 80 28 00 04 c8 fb 0b 4c
    """)

  private static func isMessage(_ bytes: [UInt8]) -> Bool { STUNMessage.isMessage(bytes.span, at: 0) }

  private static func attributes(_ bytes: Span<UInt8>) -> [STUNAttribute] {
    var attributes: [STUNAttribute] = []
    var position = STUNMessage.headerLength
    while let attribute = STUNAttribute(bytes, at: position, limit: bytes.count) {
      attributes.append(attribute)
      position = attribute.end
    }
    return attributes
  }

  @Test(arguments: [(ipv4, "192.0.2.1"), (ipv6, "2001:db8:1234:5678:11:2233:4455:6677")])
  func theTestVectorsAreRead(_ bytes: [UInt8], _ address: String) throws {
    let read = STUNMessage(bytes.span, at: 0)
    let message = try #require(read)
    #expect(message.method == 1 && STUNNames.classes[Int(message.messageClass)] == "Success Response")
    let attributes = Self.attributes(bytes.span)
    let names = ["SOFTWARE", "XOR-MAPPED-ADDRESS", "MESSAGE-INTEGRITY", "FINGERPRINT"]
    #expect(attributes.map { STUNNames.attributes[UInt64($0.type)] } == names)
    #expect(attributes.last?.end == bytes.count && Self.isMessage(bytes))
    let found = STUNAddress(bytes.span, in: attributes[1].value, xoredWith: message)
    let mapped = try #require(found)
    #expect("\(mapped.address)" == address && mapped.port == 32853)
    let fingerprint = STUNMessage.fingerprint(bytes.span, in: 0..<attributes[3].start)
    let claimed = bytes.span.uint32(at: attributes[3].value.lowerBound)
    #expect(fingerprint == claimed)
  }

  /// No prefix of a message is one, and no length leads out of the bytes.
  @Test func whatIsCutIsNoMessage() {
    for count in 0..<Self.ipv4.count {
      let cut = Array(Self.ipv4.prefix(count))
      #expect(!Self.isMessage(cut))
      for attribute in Self.attributes(cut.span) {
        #expect(attribute.end <= count)
        let address = STUNAddress(cut.span, in: attribute.value)
        #expect(address == nil || attribute.value.count >= 8)
      }
    }
    var long = Self.ipv4
    long[23] = 200
    let attributes = Self.attributes(long.span)
    #expect(attributes.isEmpty && !Self.isMessage([UInt8](repeating: 0, count: 20)))
    for offset in [-1, 200] {
      let message = STUNMessage(Self.ipv4.span, at: offset)
      #expect(message == nil)
    }
  }
}
