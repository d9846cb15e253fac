import TestSupport
import Testing
import Wire

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Random and mutated bytes through every parser of the room: a value or an error, never a trap, and no range that
/// reaches beyond the bytes.
@Suite struct MutationTests {
  /// `HEADWIND_FUZZ_COUNT` sets how many packets; a debug build takes fewer unless asked.
  private var iterations: Int { FuzzCount.or(100_000) }

  private static let linkTypes: [LinkType] = [
    .ethernet, .linuxSLL, .linuxSLL2, .null, .loop, .raw, .ipv4, .ipv6, LinkType(rawValue: 9999),
  ]

  @Test func noTrapAndNothingOutOfBounds() {
    var random = SeededGenerator(seed: 7)
    let seeds = Self.wellFormed()
    var outside = 0
    for _ in 0..<iterations {
      let bytes = Self.mutant(of: seeds, &random)
      let offset = Int(random.next() % UInt64(bytes.count + 2))
      let linkType = Self.linkTypes[Int(random.next() % UInt64(Self.linkTypes.count))]
      outside += Self.parseAll(bytes, at: offset, linkType: linkType, &random) ? 0 : 1
    }
    #expect(outside == 0)
  }

  /// Frames whose every header is right.
  private static func wellFormed() -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    for isIPv6 in [false, true] {
      for isTCP in [false, true] {
        var bytes: [UInt8] = []
        EthernetHeader(destination: .broadcast, source: MACAddress(rawValue: 1), etherType: .vlan).append(to: &bytes)
        VLANTag(control: 7, etherType: isIPv6 ? .ipv6 : .ipv4).append(to: &bytes)
        let number: IPProtocol = isTCP ? .tcp : .udp
        if isIPv6 {
          IPv6Header(source: .loopback, destination: .any, nextHeader: .fragment, payloadLength: 90).append(to: &bytes)
          IPv6FragmentHeader(nextHeader: number, fragmentField: 1, identification: 5).append(to: &bytes)
        } else {
          IPv4Header(source: .loopback, destination: .any, protocolNumber: number, payloadLength: 90)
            .append(to: &bytes, options: [1, 1, 1, 0])
        }
        if isTCP {
          TCPHeader(sourcePort: 1, destinationPort: 2, sequence: 3, flags: .syn)
            .append(to: &bytes, options: [2, 4, 5, 180, 1, 3, 3, 7])
        } else {
          UDPHeader(sourcePort: 53, destinationPort: 53, payloadLength: 60).append(to: &bytes)
          let name = DNSName("www.search.example") ?? DNSName()
          DNSMessage(
            identifier: 1, flags: 0x8180, questions: [DNSQuestion(name: name, type: .a)],
            answers: [DNSRecord(name: name, type: .cname, timeToLive: 1, value: .name(name))]
          ).append(to: &bytes)
        }
        seeds.append(bytes)
        seeds.append(Array(bytes.dropFirst(18)))
      }
    }
    return seeds
  }

  private static func mutant(of seeds: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
    if random.next() % 8 == 0 {
      return (0..<Int(random.next() % 90)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
    var bytes = seeds[Int(random.next() % UInt64(seeds.count))]
    for _ in 0..<(random.next() % 4) {
      bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
    }
    if random.next() % 3 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
    return bytes
  }

  /// Reads `bytes` with every parser; false if a range reaches beyond them.
  private static func parseAll(
    _ bytes: [UInt8], at offset: Int, linkType: LinkType, _ random: inout SeededGenerator
  ) -> Bool {
    let span = bytes.span
    let headers = PacketHeaders(span, linkType: linkType, originalLength: Int(random.next() % 3000))
    var isInside = headers.payload.upperBound <= bytes.count && headers.segment.upperBound <= bytes.count
    isInside = isInside && headers.transportOffset <= bytes.count && headers.payloadLength >= 0
    _ = headers.sourceEndpoint(in: span)
    _ = headers.destinationEndpoint(in: span)
    _ = headers.udp(in: span)
    if let tcp = headers.tcp(in: span) ?? (try? TCPHeader(span, at: offset)) {
      isInside = isInside && tcp.optionsRange.upperBound <= bytes.count
      var options = TCPOptions(tcp)
      while let option = try? options.next(in: span) {
        isInside = isInside && option.data.upperBound <= bytes.count
      }
    }
    if let ip = try? IPv4Header(span, at: offset) { isInside = isInside && ip.optionsRange.upperBound <= bytes.count }
    _ = try? EthernetHeader(span, at: offset)
    _ = try? VLANTag(span, at: offset)
    _ = try? LinuxSLLHeader(span, at: offset)
    _ = try? LinuxSLL2Header(span, at: offset)
    _ = try? LoopbackHeader(span, at: offset, linkType: linkType)
    _ = try? ARPPacket(span, at: offset)
    _ = try? IPv6Header(span, at: offset)
    _ = try? IPv6ExtensionHeader(span, at: offset, number: .routing)
    _ = try? IPv6FragmentHeader(span, at: offset)
    _ = try? ICMPHeader(span, at: offset)
    _ = try? UDPHeader(span, at: offset)
    _ = try? DNSMessage(span, in: offset..<max(offset, bytes.count))
    return isInside
  }
}
