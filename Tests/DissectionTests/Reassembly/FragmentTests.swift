import TestSupport
import Testing
import Wire
@testable import Exchanges
@testable import Streams

@testable import Dissection

/// Fragments of IPv4 and IPv6 packets, in any order, twice, contradictory, or without end.
@Suite struct FragmentTests {
  static let key = key(1)

  static func key(_ identifier: UInt32) -> FragmentKey {
    FragmentKey(
      source: .v4(IPv4Address(10, 0, 0, 1)), destination: .v4(IPv4Address(10, 0, 0, 2)), identifier: identifier,
      protocolNumber: 6)
  }

  /// What becomes of `pieces`, each with its offset and whether more follow.
  static func join(_ pieces: [(offset: Int, text: String, more: Bool)]) -> ReassembledPacket? {
    var assembler = FragmentAssembler()
    var whole: ReassembledPacket?
    for (index, piece) in pieces.enumerated() {
      let place = FragmentPlace(offset: piece.offset, more: piece.more)
      whole = assembler.add(Array(piece.text.utf8).span, place, key, frame: index + 1) ?? whole
    }
    #expect(whole == nil || assembler.heldBytes == 0)
    return whole
  }

  @Test func anyOrder() {
    var random = SeededGenerator(seed: 7)
    let text = String(repeating: "abcdefgh", count: 40)
    for _ in 0..<200 {
      var pieces: [(offset: Int, text: String, more: Bool)] = []
      var start = 0
      while start < text.utf8.count {
        let end = min(text.utf8.count, start + 8 * (1 + random.below(6)))
        pieces.append((start, String(text.dropFirst(start).prefix(end - start)), end < text.utf8.count))
        start = end
      }
      pieces.shuffle(using: &random)
      let whole = Self.join(pieces)
      #expect(whole?.bytes == Array(text.utf8))
      #expect(whole?.flaws == [])
      #expect(whole?.pieces.map(\.range.lowerBound) == pieces.map(\.offset).sorted())
    }
  }

  @Test func overlapsAreSaidAndTheEarlierFragmentCounts() {
    let same = Self.join([(8, "ijklmnop", true), (8, "ijklmnop", true), (0, "abcdefgh", true), (16, "q", false)])
    #expect(same?.bytes == Array("abcdefghijklmnopq".utf8))
    #expect(same?.flaws == .overlap)
    let other = Self.join([(8, "ijklmnop", true), (0, "abcdefghIJ", true), (16, "q", false)])
    #expect(other?.bytes == Array("abcdefghIJklmnopq".utf8))
    #expect(other?.flaws == [.overlap, .conflict])
    let tails = Self.join([(16, "q", false), (16, "qrs", false), (0, "abcdefgh", true), (8, "ijklmnop", true)])
    #expect(tails?.bytes == Array("abcdefghijklmnopq".utf8))
    #expect(tails?.flaws.isSuperset(of: [.multipleTails, .tooLong]) == true)
  }

  @Test func refusesWhatIsLongerThanAPacket() {
    #expect(Self.join([(65_528, "abcdefghi", false), (0, "a", true)]) == nil)
    #expect(Self.join([(0, "", false)]) == nil)
  }

  @Test func whatNeverBecomesWholeStaysWithinTheBudget() {
    var assembler = FragmentAssembler(budget: 1 << 20)
    let bytes = [UInt8](repeating: 1, count: 1480)
    for number in 0..<100_000 {
      _ = assembler.add(bytes.span, FragmentPlace(offset: 0, more: true), Self.key(UInt32(number)), frame: number)
      #expect(assembler.heldBytes <= 1 << 20)
    }
    #expect(assembler.counts.evictedPackets > 99_000)
    // One packet's fragments without end do not stay either.
    for number in 0..<100_000 {
      _ = assembler.add(bytes.span, FragmentPlace(offset: 8, more: true), Self.key(7), frame: number)
      #expect(assembler.heldBytes <= 1 << 20)
    }
    // The latest is still joined.
    let first = FragmentPlace(offset: 0, more: true)
    #expect(assembler.add(bytes.span, first, Self.key(3_000_000), frame: 1) == nil)
    let last = FragmentPlace(offset: 1480, more: false)
    #expect(assembler.add(bytes.span, last, Self.key(3_000_000), frame: 2)?.bytes.count == 2960)
  }

  /// HTTP whose segments were fragmented on the way, the fragments out of order.
  @Test(arguments: [false, true]) func exchangesInFragments(isIPv6: Bool) throws {
    var talk = Talk()
    talk.say(.client, HTTPMessageTests.get)
    talk.say(
      .server, "HTTP/1.1 200 OK\r\nContent-Length: 3000\r\n\r\n" + String(repeating: "x", count: 3000), size: 3200)
    talk.close(.server)
    var reader = HTTPReader()
    var number = 0
    for (index, packet) in talk.packets.enumerated() {
      let frames = isIPv6 ? fragments6(packet.bytes, UInt32(index)) : fragments4(packet.bytes, UInt16(index))
      for bytes in frames.reversed() {
        number += 1
        reader.read(
          Frame(
            number: number, timestamp: Timestamp(nanoseconds: Int64(number)), linkType: .raw,
            originalLength: bytes.count), bytes.span)
      }
    }
    reader.finish()
    let exchanges = reader.rest()
    #expect(exchanges.count == 1)
    #expect(exchanges.first?.response?.bodyLength == 3000)
    #expect(exchanges.first?.outcome == .complete)
  }

  private func fragments4(_ packet: [UInt8], _ identifier: UInt16) -> [[UInt8]] {
    pieces(packet.dropFirst(20)).map { piece in
      var bytes: [UInt8] = []
      IPv4Header(
        source: IPv4Address(10, 0, 0, packet[15]), destination: IPv4Address(10, 0, 0, packet[19]),
        protocolNumber: .tcp, payloadLength: piece.bytes.count, identification: identifier,
        fragmentField: UInt16(piece.offset / 8) | (piece.more ? 0x2000 : 0)
      ).append(to: &bytes)
      return bytes + piece.bytes
    }
  }

  private func fragments6(_ packet: [UInt8], _ identifier: UInt32) -> [[UInt8]] {
    pieces(packet.dropFirst(20)).map { piece in
      var bytes: [UInt8] = []
      IPv6Header(
        source: IPv6Address(high: 1, low: UInt64(packet[15])),
        destination: IPv6Address(high: 1, low: UInt64(packet[19])),
        nextHeader: .fragment, payloadLength: piece.bytes.count + 8
      ).append(to: &bytes)
      IPv6FragmentHeader(
        nextHeader: .tcp, fragmentField: UInt16(piece.offset) | (piece.more ? 1 : 0), identification: identifier
      ).append(to: &bytes)
      return bytes + piece.bytes
    }
  }

  private func pieces(_ payload: ArraySlice<UInt8>) -> [(offset: Int, bytes: ArraySlice<UInt8>, more: Bool)] {
    stride(from: 0, to: payload.count, by: 1000).map { start in
      let bytes = payload.dropFirst(start).prefix(1000)
      return (start, bytes, start + 1000 < payload.count)
    }
  }
}
