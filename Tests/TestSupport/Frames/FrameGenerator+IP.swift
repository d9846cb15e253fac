import Wire

extension FrameGenerator {
  mutating func ipv4(depth: Int = 0) -> [UInt8] {
    let source = random.ipv4()
    let destination = random.ipv4()
    let number = transportNumber(depth: depth)
    var body = transport(number, depth: depth) { range, bytes in
      let sum = TransportChecksum.pseudoHeader(
        source: source, destination: destination, protocolNumber: number, length: range.count)
      TransportChecksum.fill(&bytes, in: range, protocolNumber: number, pseudoHeader: sum)
    }
    if number == .icmp || number == .igmp, body.count >= 4 {
      body.set(UInt16(0), at: 2)
      body.set(InternetChecksum.of(body.span, in: 0..<body.count), at: 2)
    }
    let fragment: UInt16 = random.chance(12) ? UInt16(truncatingIfNeeded: random.next()) : random.pick([0, 0x4000])
    let header = IPv4Header(
      source: source, destination: destination, protocolNumber: number, payloadLength: body.count,
      identification: UInt16(truncatingIfNeeded: random.next()), fragmentField: fragment,
      timeToLive: random.chance(9) ? 0 : 64, typeOfService: random.chance(4) ? random.byte() : 0)
    var bytes: [UInt8] = []
    header.append(to: &bytes, options: random.chance(6) ? ipv4Options() : [])
    if random.chance(40) { bytes.set(UInt16(random.chance(2) ? 0 : random.below(80)), at: 2) }
    return bytes + body
  }

  private mutating func ipv4Options() -> [UInt8] {
    switch random.below(6) {
    case 0: [7, 11, UInt8(random.below(13))] + random.bytes(8) + [0]
    case 1: [68, 12, UInt8(random.below(14)), UInt8(random.below(5))] + random.bytes(8)
    case 2: [148, 4, 0, UInt8(random.below(2))]
    case 3: [random.pick([131, 137]), 7, 4] + random.bytes(4) + [1]
    case 4: [1, 1, 130, 11] + random.bytes(9) + [0]
    default: random.bytes(random.below(41))
    }
  }

  mutating func ipv6(depth: Int = 0) -> [UInt8] {
    let source = random.ipv6()
    let destination = random.ipv6()
    var number = transportNumber(depth: depth)
    if number == .icmp, !random.chance(5) { number = .icmpv6 }
    var body = transport(number, depth: depth) { range, bytes in
      let sum = TransportChecksum.pseudoHeader(
        source: source, destination: destination, protocolNumber: number, length: range.count)
      TransportChecksum.fill(&bytes, in: range, protocolNumber: number, pseudoHeader: sum)
    }
    while random.chance(4) {
      let header = ipv6Extension(before: number)
      number = header.number
      body = header.bytes + body
    }
    var bytes: [UInt8] = []
    IPv6Header(
      source: source, destination: destination, nextHeader: number,
      payloadLength: random.chance(40) ? random.below(60) : body.count, hopLimit: random.byte(),
      trafficClass: random.chance(4) ? random.byte() : 0, flowLabel: random.chance(4) ? 0x1_2345 : 0
    ).append(to: &bytes)
    return bytes + body
  }

  private mutating func ipv6Extension(before number: IPProtocol) -> (number: IPProtocol, bytes: [UInt8]) {
    let next = number.rawValue
    switch random.below(4) {
    case 0:
      let options: [[UInt8]] = [
        [1, 4, 0, 0, 0, 0], [5, 2, 0, 0, 1, 0], [0xC2, 4, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0], [0x63, 4, 1, 2, 3, 4],
      ]
      return (random.pick([.hopByHop, .destinationOptions]), [next, 0] + random.pick(options))
    case 1:
      var bytes: [UInt8] = []
      IPv6FragmentHeader(
        nextHeader: number, fragmentField: random.pick([0, 1, 8, 0x100]), identification: UInt32(random.below(99_999))
      ).append(to: &bytes)
      return (.fragment, bytes)
    case 2:
      let type: UInt8 = random.pick([0, 2, 4, 3])
      return (.routing, [next, 2, type, 1, 0, 0, 0, UInt8(random.below(2))] + random.bytes(16))
    default: return (.destinationOptions, [next, 2, 0xC9, 16] + random.bytes(16) + [1, 2, 0, 0])
    }
  }

  private mutating func transportNumber(depth: Int) -> IPProtocol {
    var choices: [IPProtocol] = [
      .tcp, .tcp, .tcp, .tcp, .udp, .udp, .udp, .icmp, .icmp, .igmp, IPProtocol(rawValue: 253), .noNext,
      IPProtocol(rawValue: 50), IPProtocol(rawValue: 51), .icmpv6,
    ]
    if depth == 0 { choices += [.ipv4, .ipv6] }
    return random.pick(choices)
  }

  private mutating func transport(
    _ number: IPProtocol, depth: Int, _ fill: (Range<Int>, inout [UInt8]) -> Void
  ) -> [UInt8] {
    var bytes: [UInt8]
    switch number {
    case .tcp: bytes = tcp()
    case .udp: bytes = udp()
    case .icmp: bytes = icmp()
    case .icmpv6: bytes = icmpv6()
    case .igmp: bytes = igmp()
    case .ipv4: return ipv4(depth: depth + 1)
    case .ipv6: return ipv6(depth: depth + 1)
    case IPProtocol(rawValue: 51): bytes = [17, 1, 0, 0] + random.bytes(8) + udp()
    default: return random.bytes(random.below(40))
    }
    if random.chance(15) { return bytes }
    fill(0..<bytes.count, &bytes)
    return bytes
  }
}
