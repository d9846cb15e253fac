import TestSupport
import Testing
import Wire

@Suite struct ChecksumTests {
  /// RFC 1071 section 4.1, word by word.
  private func slow(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    var sum: UInt32 = 0
    for (index, byte) in bytes.enumerated() {
      sum += index % 2 == 0 ? UInt32(byte) << 8 : UInt32(byte)
      if sum > 0xFFFF { sum = sum & 0xFFFF + sum >> 16 }
    }
    return ~UInt16(sum)
  }

  @Test func agreesWithTheDefinition() {
    var random = SeededGenerator(seed: 4)
    for count in 0..<300 {
      let bytes: [UInt8] = (0..<count).map { _ in
        random.next() % 3 == 0 ? 0xFF : .random(in: 0...255, using: &random)
      }
      let start = count == 0 ? 0 : Int.random(in: 0..<min(count, 9), using: &random)
      let checksum = InternetChecksum.of(bytes.span, in: start..<count)
      #expect(checksum == slow(bytes[start...]))
    }
  }

  @Test func exampleOfRFC1071() {
    let bytes: [UInt8] = [0x00, 0x01, 0xF2, 0x03, 0xF4, 0xF5, 0xF6, 0xF7]
    let checksum = InternetChecksum.of(bytes.span, in: 0..<8)
    #expect(checksum == ~0xDDF2)
  }

  @Test(arguments: [IPProtocol.tcp, .udp, .icmpv6]) func fillThenVerify(_ number: IPProtocol) throws {
    var random = SeededGenerator(seed: 5)
    for count in 20..<120 {
      var bytes: [UInt8] = (0..<count).map { _ in .random(in: 0...255, using: &random) }
      let v4 = TransportChecksum.pseudoHeader(
        source: IPv4Address(10, 0, 0, 1), destination: IPv4Address(10, 0, 0, 2), protocolNumber: number, length: count)
      let v6 = TransportChecksum.pseudoHeader(
        source: IPv6Address(high: 1, low: 2), destination: .loopback, protocolNumber: number, length: count)
      for pseudoHeader in [v4, v6] {
        TransportChecksum.fill(&bytes, in: 0..<count, protocolNumber: number, pseudoHeader: pseudoHeader)
        let right = TransportChecksum.verify(bytes.span, in: 0..<count, pseudoHeader: pseudoHeader)
        bytes[0] ^= 1
        let wrong = TransportChecksum.verify(bytes.span, in: 0..<count, pseudoHeader: pseudoHeader)
        #expect(right && !wrong)
      }
    }
  }
}
