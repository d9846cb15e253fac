import PacketLines
import TestSupport
import Testing
import TextOutput
import Wire

/// Random and mutated packets through the list in its most talkative forms: whatever comes, there is no trap, and the lines are printable.
@Suite(.waiting) struct RandomPacketsTests {
  @Test(arguments: [LinkType.ethernet, .linuxSLL, .linuxSLL2, .null, .raw]) func linesArePrintable(_ linkType: LinkType)
  {
    var generator = FrameGenerator(seed: UInt64(linkType.rawValue) &* 7919, linkType: linkType)
    var listings = [
      PacketListing(options: ListingOptions(quick: true)),
      PacketListing(options: ListingOptions(dump: .text, verbosity: 3, showsLinkHeader: true)),
      PacketListing(options: ListingOptions(time: .dateAndTime, dump: .hexadecimalAndText, nanoseconds: true)),
    ]
    for number in 1...max(1, FuzzCount.or(3000)) {
      var generated = generator.next()
      if generator.random.chance(3) { generated.bytes = generator.random.bytes(generator.random.below(160)) }
      let frame = Frame(
        number: number, timestamp: Timestamp(nanoseconds: Int64(bitPattern: generator.random.next())),
        linkType: linkType, originalLength: generated.originalLength)
      let index = number % listings.count
      listings[index].append(frame, generated.bytes.span)
      let harm = listings[index].text.withBytes { text in OutputOracle.harm(in: text.indices.map { text[$0] }) }
      #expect(harm == nil, "packet \(number)")
      listings[index].text.removeAll()
    }
  }

  /// Nests as many packets as fit into 64 KiB; the stack must not overflow.
  @Test func packetsWithinPacketsEnd() {
    var bytes: [UInt8] = []
    for level in 0..<3270 {
      IPv4Header(
        source: .any, destination: .broadcast, protocolNumber: .ipv4, payloadLength: 65_400 - level * 20,
        timeToLive: 1
      ).append(to: &bytes, options: [])
    }
    #expect(lines(of: bytes).hasSuffix(" [|ip]\n"))
  }

  @Test func optionsWithinOptionsEnd() {
    var options: [UInt8] = []
    for _ in 0..<1000 { options = [0, 45, UInt8(options.count >> 8), UInt8(options.count & 0xFF)] + options }
    var bytes: [UInt8] = []
    IPv6Header(
      source: .any, destination: .any, nextHeader: .udp, payloadLength: options.count + 12, hopLimit: 1,
      trafficClass: 0, flowLabel: 0
    ).append(to: &bytes)
    UDPHeader(sourcePort: 546, destinationPort: 547, payloadLength: options.count + 4).append(to: &bytes)
    #expect(lines(of: bytes + [1, 0, 0, 0] + options).contains(" [|dhcp6]"))
  }

  private func lines(of bytes: [UInt8]) -> String {
    var listing = PacketListing(options: ListingOptions(verbosity: 3))
    listing.append(
      Frame(number: 1, timestamp: Timestamp(nanoseconds: 0), linkType: .raw, originalLength: bytes.count), bytes.span)
    return listing.text.withBytes { text in String(decoding: text.indices.map { text[$0] }, as: UTF8.self) }
  }
}
