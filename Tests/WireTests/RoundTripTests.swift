import TestSupport
import Testing
import Wire

/// What an encoder wrote, the decoder reads back, for many random values.
@Suite struct RoundTripTests {
  @Test func ethernetAndVLAN() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let header = EthernetHeader(
        destination: MACAddress(rawValue: random.next()), source: MACAddress(rawValue: random.next()),
        etherType: EtherType(rawValue: .random(in: 0...UInt16.max, using: &random)))
      let tag = VLANTag(control: .random(in: 0...UInt16.max, using: &random), etherType: .ipv6)
      var bytes: [UInt8] = [0xEE]
      header.append(to: &bytes)
      tag.append(to: &bytes)
      let readHeader = try EthernetHeader(bytes.span, at: 1)
      let readTag = try VLANTag(bytes.span, at: 15)
      #expect(readHeader == header && readTag == tag)
      #expect(MACAddress(header.source.description) == header.source)
    }
  }

  @Test func ipv4WithOptions() throws {
    var random = SeededGenerator(seed: 2)
    for length in 0...40 {
      var header = IPv4Header(
        source: IPv4Address(rawValue: .random(in: 0...UInt32.max, using: &random)),
        destination: IPv4Address(rawValue: .random(in: 0...UInt32.max, using: &random)), protocolNumber: .tcp,
        payloadLength: 100, identification: 7, fragmentField: 0x2001, timeToLive: 3, typeOfService: 0x10)
      var bytes: [UInt8] = []
      header.append(to: &bytes, options: (0..<length).map { _ in .random(in: 0...255, using: &random) })
      let read = try IPv4Header(bytes.span)
      let checksum = InternetChecksum.of(bytes.span, in: 0..<bytes.count)
      #expect(checksum == 0)
      #expect(read.headerLength == 20 + (length + 3) / 4 * 4)
      #expect(read.totalLength == read.headerLength + 100)
      #expect(read.optionsRange == 20..<bytes.count)
      #expect(read.fragmentOffset == 8 && read.moreFragments && read.isFragment)
      header.headerLength = read.headerLength
      header.totalLength = read.totalLength
      header.checksum = read.checksum
      #expect(read == header)
    }
  }

  @Test func ipv6AndFragment() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let header = IPv6Header(
        source: IPv6Address(high: random.next(), low: random.next()),
        destination: IPv6Address(high: random.next(), low: random.next()), nextHeader: .fragment, payloadLength: 1280,
        hopLimit: .random(in: 0...255, using: &random), trafficClass: .random(in: 0...255, using: &random),
        flowLabel: .random(in: 0...0xF_FFFF, using: &random))
      let fragment = IPv6FragmentHeader(
        nextHeader: .udp, fragmentField: .random(in: 0...UInt16.max, using: &random),
        identification: .random(in: 0...UInt32.max, using: &random))
      var bytes: [UInt8] = []
      header.append(to: &bytes)
      fragment.append(to: &bytes)
      let readHeader = try IPv6Header(bytes.span)
      let readFragment = try IPv6FragmentHeader(bytes.span, at: 40)
      #expect(readHeader == header && readFragment == fragment)
    }
  }

  @Test func tcpAndOptions() throws {
    let header = TCPHeader(
      sourcePort: 51000, destinationPort: 80, sequence: 0xFFFF_FFFF, acknowledgment: 5, flags: [.syn, .ece, .cwr],
      window: 1, urgentPointer: 9)
    var bytes: [UInt8] = [1, 2, 3]
    header.append(to: &bytes, options: [2, 4, 0x05, 0xB4, 1, 3, 3, 7, 0, 9, 9])
    let read = try TCPHeader(bytes.span, at: 3)
    #expect(read.headerLength == 32 && read.flags == [.syn, .ece, .cwr] && read.sequence == 0xFFFF_FFFF)
    var options = TCPOptions(read)
    var kinds: [UInt8] = []
    while let option = try options.next(in: bytes.span) { kinds.append(option.kind.rawValue) }
    #expect(kinds == [2, 1, 3, 0])
  }

  @Test func optionWithoutEnd() throws {
    for options: [UInt8] in [[2, 0, 0, 0], [2, 1, 0, 0], [2, 5, 0, 0], [1, 1, 1, 8]] {
      var bytes: [UInt8] = []
      TCPHeader(sourcePort: 1, destinationPort: 2, sequence: 3, flags: .syn).append(to: &bytes, options: options)
      let header = try TCPHeader(bytes.span, at: 0)
      var walker = TCPOptions(header)
      #expect(throws: WireError.self) { while try walker.next(in: bytes.span) != nil {} }
    }
  }

  @Test func linuxCookedAndARP() throws {
    var bytes: [UInt8] = []
    let sll = LinuxSLLHeader(
      packetType: 4, hardwareType: 1, addressLength: 6, address: 0x0203_0405_0607_0000, etherType: .arp)
    sll.append(to: &bytes)
    let readSLL = try LinuxSLLHeader(bytes.span)
    #expect(readSLL == sll)
    bytes = []
    let sll2 = LinuxSLL2Header(
      etherType: .arp, interfaceIndex: 3, hardwareType: 772, packetType: 0, addressLength: 6, address: 0)
    sll2.append(to: &bytes)
    let readSLL2 = try LinuxSLL2Header(bytes.span)
    #expect(readSLL2 == sll2)
    let arp = ARPPacket(
      operation: 1, senderHardware: MACAddress(rawValue: 0x0200_0000_0001), senderProtocol: IPv4Address(10, 0, 0, 1),
      targetHardware: MACAddress(rawValue: 0), targetProtocol: IPv4Address(10, 0, 0, 2))
    arp.append(to: &bytes)
    let readARP = try ARPPacket(bytes.span, at: 20)
    let headers = PacketHeaders(bytes.span, linkType: .linuxSLL2)
    #expect(readARP == arp && headers.network == .arp)
  }

  @Test func everyShortHeaderSaysWhatIsMissing() {
    var bytes: [UInt8] = []
    TCPHeader(sourcePort: 1, destinationPort: 2, sequence: 3, flags: .syn).append(to: &bytes, options: [2, 4, 5, 180])
    for count in 0..<24 {
      let cut = Array(bytes.prefix(count))
      #expect(
        throws: WireError(.tcp, .truncated, offset: 0, required: count < 20 ? 20 : 24, available: count)
      ) { try TCPHeader(cut.span, at: 0) }
    }
    #expect(throws: WireError.self) { try TCPHeader(bytes.span, at: -1) }
    #expect(throws: WireError.self) { try TCPHeader(bytes.span, at: 1000) }
  }
}
