import Testing
import Wire

@testable import LinkConditions

/// A selector and the kernel filters made from it match the same packets.
@Suite struct PacketMatchTests {
  @Test func blocksCoverARangeExactly() {
    for range in [0..<65536, 1..<65536, 443..<444, 8000..<9000, 0..<1, 65535..<65536, 4095..<4098, 5..<5] {
      let blocks = PacketSelector.blocks(of: range)
      #expect(blocks.count <= 30)
      for port in 0..<65536 {
        let hits = blocks.filter { UInt16(port) & $0.mask == $0.value }.count
        if hits != (range.contains(port) ? 1 : 0) {
          Issue.record("\(port) is in \(hits) blocks of \(range)")
          break
        }
      }
    }
  }

  /// Matches random packets and selectors with both.
  @Test func meansWhatTheSelectorMeans() {
    var random = LFSR113(seed: 7)
    func next(_ count: UInt32) -> UInt32 { random.next() % count }
    for _ in 0..<20_000 {
      let isIPv6 = next(2) == 0
      let direction: LinkDirection = next(2) == 0 ? .uplink : .downlink
      let number: UInt8 = [6, 17, 1, 58, 47][Int(next(5))]
      let port: UInt16 = [443, 80, 8000, 8999, 9000, 53][Int(next(6))]
      let address =
        isIPv6
        ? IPAddress.v6(IPv6Address(high: 0x2001_0DB8_0000_0000, low: UInt64(next(4))))
        : IPAddress.v4(IPv4Address(rawValue: 0xC000_0200 + next(4)))
      var selector = PacketSelector()
      if next(2) == 0 { selector.transport = PacketSelector.Transport.allCases[Int(next(4))] }
      if next(2) == 0 { selector.ports = [443...443, 8000...8999, 80...443, 0...65535][Int(next(4))] }
      if next(3) == 0 {
        selector.network =
          next(2) == 0
          ? AddressBlock(
            IPAddress.v4(IPv4Address(rawValue: 0xC000_0202)), prefix: [0, 24, 31, 32][Int(next(4))], text: "")
          : AddressBlock(
            IPAddress.v6(IPv6Address(high: 0x2001_0DB8_0000_0000, low: 2)), prefix: [0, 32, 127, 128][Int(next(4))],
            text: "")
      }
      if next(4) == 0 { selector.direction = .uplink }
      var facts = PacketFacts(direction: direction, ipProtocol: number, farAddress: address)
      if number == 6 || number == 17 { facts.farPort = port }
      let packet = Self.packet(facts, isIPv6: isIPv6)
      let isMatched = selector.matches(direction).contains { Self.matches($0, packet, isIPv6: isIPv6) }
      if isMatched != selector.matches(facts) {
        Issue.record("\(selector) and \(facts): the filter says \(isMatched)")
        return
      }
    }
  }

  /// A network header and ports, with the far side on the side that the direction requires.
  private static func packet(_ facts: PacketFacts, isIPv6: Bool) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 60)
    bytes[0] = isIPv6 ? 0x60 : 0x45
    bytes[isIPv6 ? 6 : 9] = facts.ipProtocol ?? 0
    let isSource = facts.direction == .downlink
    let address = facts.farAddress ?? IPAddress.v4(IPv4Address(rawValue: 0))
    let halves = address.halves
    for index in 0..<(isIPv6 ? 16 : 4) {
      let half = index < 8 ? halves.high : halves.low
      bytes[(isIPv6 ? (isSource ? 8 : 24) : (isSource ? 12 : 16)) + index] =
        UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * (index % 8)))
    }
    let place = (isIPv6 ? 40 : 20) + (isSource ? 0 : 2)
    bytes[place] = UInt8((facts.farPort ?? 0) >> 8)
    bytes[place + 1] = UInt8(truncatingIfNeeded: facts.farPort ?? 0)
    return bytes
  }

  private static func matches(_ match: PacketMatch, _ bytes: [UInt8], isIPv6: Bool) -> Bool {
    guard match.network == .all || match.network == (isIPv6 ? .ipv6 : .ipv4) else { return false }
    return match.keys.allSatisfy { key in
      let word = bytes[Int(key.offset)..<Int(key.offset) + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return word & key.mask == key.value
    }
  }
}
