import Testing
import Wire

/// Headers and what they say, as values: a span cannot appear in an expectation.
private struct Parsed {
  let headers: PacketHeaders
  let source: Endpoint?
  let destination: Endpoint?
  let sourceAddress: IPAddress?
  let tcp: TCPHeader?

  init(_ bytes: [UInt8], _ linkType: LinkType = .ethernet, originalLength: Int? = nil) {
    let span = bytes.span
    headers = PacketHeaders(span, linkType: linkType, originalLength: originalLength)
    source = headers.sourceEndpoint(in: span)
    destination = headers.destinationEndpoint(in: span)
    sourceAddress = headers.source(in: span)
    tcp = headers.tcp(in: span)
  }
}

@Suite struct PacketHeadersTests {
  private func ethernet(_ type: EtherType = .ipv4) -> [UInt8] {
    var bytes: [UInt8] = []
    EthernetHeader(destination: .broadcast, source: MACAddress(rawValue: 1), etherType: type).append(to: &bytes)
    return bytes
  }

  private func tcp4(_ payload: [UInt8], fragmentField: UInt16 = 0) -> [UInt8] {
    var bytes: [UInt8] = []
    IPv4Header(
      source: IPv4Address(10, 0, 0, 1), destination: IPv4Address(10, 0, 0, 2), protocolNumber: .tcp,
      payloadLength: 24 + payload.count, fragmentField: fragmentField
    ).append(to: &bytes)
    TCPHeader(sourcePort: 51000, destinationPort: 80, sequence: 1, flags: [.ack, .psh])
      .append(to: &bytes, options: [1, 1, 1])
    return bytes + payload
  }

  @Test func tcpOverEthernetWithPadding() {
    let bytes = ethernet() + tcp4([65, 66]) + [0, 0, 0, 0]
    let parsed = Parsed(bytes)
    let headers = parsed.headers
    #expect(headers.stop == .complete && headers.isTCP && headers.network == .ipv4)
    #expect(headers.payload == 58..<60 && headers.payloadLength == 2 && headers.segment == 34..<60)
    #expect(parsed.source?.description == "10.0.0.1:51000")
    #expect(parsed.destination?.description == "10.0.0.2:80")
    #expect(parsed.tcp?.headerLength == 24)
  }

  @Test func cutAnywhere() {
    let bytes = ethernet() + tcp4(Array(repeating: 1, count: 100))
    for count in 0..<bytes.count {
      let cut = Array(bytes.prefix(count))
      let parsed = Parsed(cut, originalLength: bytes.count)
      let headers = parsed.headers
      #expect(headers.stop == (count < 58 ? .truncated : .complete))
      #expect(headers.payload.upperBound <= count)
      if count >= 58 { #expect(headers.payload == 58..<count && headers.payloadLength == 100) }
    }
  }

  @Test func taggedTwiceAndCooked() {
    var tagged = ethernet(.providerVLAN)
    VLANTag(control: 5, etherType: .vlan).append(to: &tagged)
    VLANTag(control: 0x2007, etherType: .ipv4).append(to: &tagged)
    tagged += tcp4([1])
    let parsed = Parsed(tagged)
    let headers = parsed.headers
    #expect(headers.isTCP && headers.vlanCount == 2 && headers.vlanControl == 0x2007 && headers.payloadLength == 1)
    var cooked: [UInt8] = []
    LinuxSLL2Header(etherType: .ipv4, interfaceIndex: 1, hardwareType: 1, packetType: 4, addressLength: 6, address: 0)
      .append(to: &cooked)
    cooked += tcp4([1])
    #expect(Parsed(cooked, .linuxSLL2).headers.isTCP)
    #expect(Parsed(tcp4([1]), .raw).headers.isTCP)
  }

  @Test func laterFragmentHasNoPorts() {
    let bytes = ethernet() + tcp4([1], fragmentField: 3)
    let parsed = Parsed(bytes)
    let headers = parsed.headers
    #expect(headers.stop == .fragment && headers.isFragment && parsed.source == nil)
    #expect(parsed.sourceAddress == .v4(IPv4Address(10, 0, 0, 1)))
  }

  @Test func offloadedSendHasNoLength() {
    var bytes = ethernet() + tcp4(Array(repeating: 1, count: 5000))
    bytes.set(UInt16(0), at: 16)
    let parsed = Parsed(bytes)
    let headers = parsed.headers
    #expect(headers.isTCP && headers.payloadLength == 5000)
  }

  @Test func ipv6ExtensionChain() {
    var bytes = ethernet(.ipv6)
    IPv6Header(source: .loopback, destination: .loopback, nextHeader: .hopByHop, payloadLength: 8 + 8 + 8 + 3)
      .append(to: &bytes)
    bytes += [IPProtocol.fragment.rawValue, 0, 1, 4, 0, 0, 0, 0]
    IPv6FragmentHeader(nextHeader: .udp, fragmentField: 1, identification: 9).append(to: &bytes)
    UDPHeader(sourcePort: 53, destinationPort: 5353, payloadLength: 3).append(to: &bytes)
    bytes += [1, 2, 3, 0xEE]
    let parsed = Parsed(bytes)
    let headers = parsed.headers
    #expect(headers.isUDP && headers.isFragment && headers.payloadLength == 3 && headers.payload.count == 3)
    #expect(parsed.destination?.port == 5353)
  }

  @Test func hostileLengths() {
    var bytes = ethernet() + tcp4([])
    bytes[14] = 0x44
    #expect(Parsed(bytes).headers.stop == .malformed)
    bytes[14] = 0x45
    bytes[46] = 0x40
    #expect(Parsed(bytes).headers.stop == .malformed)
    bytes[46] = 0xF0
    #expect(Parsed(bytes).headers.stop == .malformed)
    bytes.set(UInt16(10), at: 16)
    #expect(Parsed(bytes).headers.stop == .malformed)
  }
}
