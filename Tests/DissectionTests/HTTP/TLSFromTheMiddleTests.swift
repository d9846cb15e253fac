import Exchanges
import Testing

/// TLS whose first captured packets are the rest of a record.
struct TLSFromTheMiddleTests {
  private static func record(_ length: Int) -> [UInt8] {
    [23, 3, 3, UInt8(length >> 8), UInt8(length & 0xFF)]
      + (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
  }

  /// The findings for a connection whose packets follow the rest of a record.
  private static func reasons(_ packets: [[UInt8]]) -> [UnreadableConnection.Reason] {
    var talk = Talk(serverPort: 443, handshake: false)
    talk.add(.server, Array(record(4000).suffix(900)))
    for packet in packets { talk.add(.server, packet) }
    var reader = HTTPReader()
    for (index, packet) in talk.packets.enumerated() {
      reader.read(HTTPReader.frame(index + 1, packet), packet.bytes.span)
    }
    reader.finish()
    return reader.unreadable.first.map(\.reason)
  }

  @Test func recordsAfterTheRestOfOneAreTLS() {
    #expect(Self.reasons([Self.record(300) + Self.record(40)]) == [.beginningMissing])
    // The last one goes on in the next packet.
    #expect(Self.reasons([Self.record(300) + Array(Self.record(3000).prefix(900))]) == [.beginningMissing])
  }

  @Test func otherDataAreNotTLS() {
    #expect(Self.reasons([Array(Self.record(300).dropFirst()), Self.record(300) + [1, 2, 3, 4, 5]]).isEmpty)
  }
}
