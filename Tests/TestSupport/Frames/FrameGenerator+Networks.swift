import Wire

// Frames of what carries other packets (GRE, VXLAN, Geneve, MPLS, PPP, PPPoE, NFLOG), and of what runs a network (STP, LLDP,
// VRRP, OSPF), and of SCTP.

extension FrameGenerator {
  mutating func networkFrame() -> [UInt8] {
    switch linkType {
    case .ppp: return ppp(hasAddress: random.chance(2))
    case .pppHDLC: return random.chance(4) ? ciscoHDLC() : ppp(hasAddress: !random.chance(9))
    case .pppEther: return pppoe()
    case .nflog: return nflog()
    case .raw: return carried(isIPv6: random.chance(3))
    default: return ethernet()
    }
  }

  private mutating func ethernet() -> [UInt8] {
    let types: [EtherType] = [.mpls, .mplsMulticast, .pppoeSession, .pppoeDiscovery, .lldp, .ipv4, .ipv4, .ipv6, .ppp]
    var type = random.pick(types)
    let isBridge = random.chance(6)
    let bridge: [UInt8] = isBridge ? [0x42, 0x42, 0x03] + spanningTree() : []
    if isBridge { type = EtherType(rawValue: UInt16(bridge.count)) }
    var bytes: [UInt8] = []
    EthernetHeader(
      destination: MACAddress(rawValue: random.next()), source: MACAddress(rawValue: random.next()), etherType: type
    ).append(to: &bytes)
    return bytes + (isBridge ? bridge : payloadOfNetworks(type))
  }

  private mutating func payloadOfNetworks(_ type: EtherType) -> [UInt8] {
    switch type {
    case .mpls, .mplsMulticast: mpls()
    case .pppoeSession, .pppoeDiscovery: pppoe()
    case .lldp: lldp()
    case .ppp: ppp(hasAddress: random.chance(2))
    case .ipv6: carried(isIPv6: true)
    default: carried(isIPv6: false)
    }
  }

  /// An IP packet with a tunnel, or a router's message, in it.
  private mutating func carried(isIPv6: Bool) -> [UInt8] {
    let number = random.pick([IPProtocol.gre, .gre, .ospf, .vrrp, .sctp, .udp, .udp])
    let body: [UInt8]
    switch number {
    case .gre: body = gre()
    case .ospf: body = isIPv6 ? ospf3() : ospf()
    case .vrrp: body = vrrp(isIPv6: isIPv6)
    case .sctp: body = sctp()
    default: body = overlay()
    }
    var bytes: [UInt8] = []
    if isIPv6 {
      IPv6Header(
        source: random.ipv6(), destination: random.ipv6(), nextHeader: number, payloadLength: body.count,
        hopLimit: random.pick([255, 255, 1]), trafficClass: 0, flowLabel: 0
      ).append(to: &bytes)
    } else {
      IPv4Header(
        source: random.ipv4(), destination: random.ipv4(), protocolNumber: number, payloadLength: body.count,
        timeToLive: random.pick([255, 255, 1])
      ).append(to: &bytes)
    }
    return bytes + body
  }

  private mutating func inner(_ type: EtherType) -> [UInt8] {
    switch type {
    case .ipv6: return ipv6(depth: 1)
    case .mpls: return mpls()
    case .transparentEthernet:
      var bytes: [UInt8] = []
      EthernetHeader(
        destination: MACAddress(rawValue: random.next()), source: MACAddress(rawValue: random.next()), etherType: .ipv4
      ).append(to: &bytes)
      return bytes + ipv4(depth: 1)
    case .ppp: return ppp(hasAddress: true)
    case .ipv4: return ipv4(depth: 1)
    default: return random.bytes(random.below(30))
    }
  }

  private mutating func gre() -> [UInt8] {
    let isPPTP = random.chance(4)
    let flags: UInt16 =
      isPPTP
      ? 0x2001 | random.pick([0, 0x1000, 0x1080, 0x0080]) : random.pick([0, 0x2000, 0x3000, 0x8000, 0xB000, 0x4000, 2])
    let types: [EtherType] = [.ipv4, .ipv4, .ipv6, .mpls, .transparentEthernet, EtherType(rawValue: 0x1234)]
    let type = isPPTP ? EtherType.ppp : random.pick(types)
    var bytes: [UInt8] = []
    bytes.append(bigEndian: flags)
    bytes.append(bigEndian: type.rawValue)
    if flags & 0xC000 != 0 { bytes += random.bytes(4) }
    if flags & 0x2000 != 0 { bytes += random.bytes(4) }
    if flags & 0x1000 != 0 { bytes += random.bytes(4) }
    if isPPTP, flags & 0x80 != 0 { bytes += random.bytes(4) }
    if flags & 0x4000 != 0 {
      bytes += random.pick([[8, 0, 4, 8, 10, 0, 0, 1, 10, 0, 0, 2], [0xFF, 0xFE, 0, 2, 1, 2], [1, 2, 3, 1, 9]])
      bytes += [0, 0, 0, 0]
    }
    return bytes + inner(type)
  }

  private mutating func overlay() -> [UInt8] {
    let port: UInt16 = random.pick([4789, 8472, 6081, 6635, 4790, 1701, 2152, 3544, 5247])
    var body: [UInt8] = []
    switch port {
    case 6081:
      let type = random.pick([EtherType.transparentEthernet, .ipv4, .ipv6, .arp])
      let options: [UInt8] = random.pick([
        [], [1, 1, 0x80, 1, 1, 2, 3, 4], [0xFF, 0xF1, 7, 0, 1, 2, 3, 4, 0, 0, 0, 0],
      ])
      var header = GeneveHeader(etherType: type, identifier: UInt32(random.below(1 << 24)))
      header.versionAndLength = random.chance(20) ? 0x40 : UInt8(options.count / 4)
      header.flags = random.pick([0, 0x40, 0x80, 0xFF])
      header.append(to: &body)
      body += options + (type == .arp ? [] : inner(type))
    case 6635: body = mpls()
    case 4790:
      let next: UInt8 = random.pick([1, 2, 3, 5, 9])
      let types: [UInt8: EtherType] = [1: .ipv4, 2: .ipv6, 3: .transparentEthernet, 5: .mpls]
      body = [random.pick([0x0C, 0x0D, 0, random.byte()]), 0, 0, next] + random.bytes(4)
      body += types[next].map { inner($0) } ?? random.bytes(9)
    case 1701: body = l2tp()
    case 2152:
      let payload = random.chance(3) ? inner(.ipv6) : inner(.ipv4)
      let options: [UInt8] = random.pick([[], [0, 1, 2, 0x85, 1, 0x10, 9, 0], [0, 1, 2, 0xC0, 0, 1, 2, 0]])
      body = [options.isEmpty ? 0x30 : 0x37, random.pick([255, 255, 1, 26, 254])]
      body.append(bigEndian: UInt16(truncatingIfNeeded: options.count + payload.count))
      body += random.bytes(4) + options + payload
    case 3544:
      body = random.pick([[], [0, 1, 0, 0] + random.bytes(9), [0, 0] + random.bytes(6)]) + inner(.ipv6)
    case 5247:
      body = [0, random.pick([0x10, 0x18, 0]), random.byte(), random.pick([0, 0x10, 0x20, 0x80])] + random.bytes(4)
      body += inner(.transparentEthernet)
    default:
      VXLANHeader(identifier: UInt32(random.below(1 << 24))).append(to: &body)
      if random.chance(9) { body[0] = random.byte() }
      body += inner(.transparentEthernet)
    }
    var bytes: [UInt8] = []
    UDPHeader(sourcePort: 40_000, destinationPort: port, payloadLength: body.count).append(to: &bytes)
    return bytes + body
  }

  private mutating func l2tp() -> [UInt8] {
    let flags: UInt16 = random.pick([0x0002, 0x4002, 0x4802, 0x0902, 0x4202, 0x0A02])
    var rest = random.bytes(4)
    if flags & 0x0800 != 0 { rest += random.bytes(4) }
    if flags & 0x0200 != 0 { rest += random.pick([[0, 0], [0, 2, 0, 0], [0, 200]]) }
    rest += ppp(hasAddress: random.chance(2))
    var bytes: [UInt8] = []
    bytes.append(bigEndian: flags)
    if flags & 0x4000 != 0 {
      bytes.append(bigEndian: random.chance(9) ? random.pick([2, 2000]) : UInt16(truncatingIfNeeded: rest.count + 4))
    }
    return bytes + rest
  }

  private mutating func mpls() -> [UInt8] {
    var bytes: [UInt8] = []
    let count = 1 + random.below(3)
    for index in 1...count {
      MPLSLabel(
        label: random.pick([0, 1, 2, 3, 5, 17, 1_000_000]), trafficClass: UInt8(random.below(8)),
        isBottom: index == count, timeToLive: random.byte()
      ).append(to: &bytes)
    }
    return bytes + random.pick([ipv4(depth: 1), ipv6(depth: 1), [], [0, 0, 0, 0, 1, 2, 3]])
  }

  private mutating func pppoe() -> [UInt8] {
    let code: UInt8 = random.pick([0, 0, 0, 0x09, 0x07, 0x19, 0x65, 0xA7, 0x42])
    let payload = code == 0 ? ppp(hasAddress: false) : pppoeTags()
    var bytes: [UInt8] = []
    PPPoEHeader(
      code: code, session: random.pick([0, 0x3B]), payloadLength: random.chance(15) ? random.below(2000) : payload.count
    ).append(to: &bytes)
    if random.chance(20) { bytes[0] = random.byte() }
    return bytes + payload
  }

  private mutating func pppoeTags() -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<random.below(4) {
      let value = random.pick([[], Array("internet".utf8), random.bytes(random.below(9)), [0x41, 0, 1]])
      bytes.append(
        bigEndian: random.pick([0x0101, 0x0102, 0x0103, 0x0104, 0x0105, 0x0110, 0x0120, 0x0201, 0, 0x777] as [UInt16]))
      bytes.append(bigEndian: UInt16(value.count))
      bytes += value
    }
    return bytes
  }

  private mutating func ppp(hasAddress: Bool) -> [UInt8] {
    let number: UInt16 = random.pick([0x0021, 0x0021, 0x0057, 0x0281, 0x00FD, 0x8021, 0xC021, 0x0201, 0x4321])
    var bytes: [UInt8] = []
    PPPHeader(protocolNumber: number, hasAddress: hasAddress).append(to: &bytes)
    if number == 0x0021, random.chance(4) { bytes.remove(at: bytes.count - 2) }
    switch number {
    case 0x0021: return bytes + ipv4(depth: 1)
    case 0x0057: return bytes + ipv6(depth: 1)
    case 0x0281: return bytes + mpls()
    // Without options, which are not shown.
    case 0x8021, 0xC021: return bytes + [random.pick([1, 2, 5, 9, 99]), random.byte(), 0, 4]
    default: return bytes + random.bytes(random.below(30))
    }
  }

  private mutating func ciscoHDLC() -> [UInt8] {
    let type = random.pick([EtherType.ipv4, .ipv6, .mpls])
    var bytes: [UInt8] = [random.pick([0x0F, 0x8F]), 0]
    bytes.append(bigEndian: type.rawValue)
    return bytes + inner(type)
  }

  private mutating func nflog() -> [UInt8] {
    let isIPv6 = random.chance(3)
    var bytes: [UInt8] = []
    NFLOGHeader(
      family: random.chance(9) ? 7 : isIPv6 ? 10 : 2, version: random.chance(20) ? 1 : 0, resource: 20
    ).append(to: &bytes)
    for _ in 0..<random.below(4) { appendAttribute(random.pick([1, 4, 8, 10]), random.bytes(random.below(9)), &bytes) }
    appendAttribute(9, isIPv6 ? ipv6() : ipv4(), &bytes)
    return bytes
  }

  private func appendAttribute(_ type: UInt16, _ value: [UInt8], _ bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt16(value.count + 4).byteSwapped)
    bytes.append(bigEndian: type.byteSwapped)
    bytes += value
    while type != 9, bytes.count % 4 != 0 { bytes.append(0) }
  }

  private mutating func spanningTree() -> [UInt8] {
    let version: UInt8 = random.pick([0, 0, 2, 2, 7])
    let type: UInt8 = random.pick([version == 2 ? 2 : 0, version == 2 ? 2 : 0, 0x80, 0x33])
    var bytes: [UInt8] = [0, 0, version, type, random.byte()]
    bytes += [0x80, 1] + random.bytes(6) + random.bytes(4) + [0x80, 1] + random.bytes(6) + random.bytes(2)
    for _ in 0..<4 { bytes += [UInt8(random.below(30)), random.byte()] }
    return bytes + [0]
  }

  private mutating func lldp() -> [UInt8] {
    let elements: [[UInt8]] = [
      [2, 7, 4] + random.bytes(6), [2, 6, 5, 1, 10, 0, 0, 1], [2, 5, 7] + Array("box1".utf8), [2, 3, 9, 1, 2],
      [4, 7, 3] + random.bytes(6), [4, 5, 5] + Array("eth0".utf8), [6, 2, 0, 120], [8, 4] + Array("port".utf8),
      [10, 3] + Array("sw1".utf8), [12, 4, 0x53, 0x1B, 0x41, 0xFF], [14, 4, 0, random.byte(), 0, random.byte()],
      [16, 12, 5, 1, 10, 0, 0, 1, 2, 0, 0, 0, 9, 0], [16, 14, 7, 6] + random.bytes(6) + [3, 0, 0, 0, 1, 0], [18, 1, 7],
    ]
    var bytes: [UInt8] = []
    for _ in 0..<(1 + random.below(6)) { bytes += random.pick(elements) }
    return bytes + [0, 0]
  }

  private mutating func vrrp(isIPv6: Bool) -> [UInt8] {
    let version: UInt8 = isIPv6 ? 3 : random.pick([2, 2, 3, 4])
    let count = random.below(4)
    let password: UInt8 = version == 2 ? random.pick([0, 0, 1, 2]) : 0
    var bytes: [UInt8] = [version << 4 | random.pick([1, 1, 1, 2]), random.byte(), random.byte(), UInt8(count)]
    bytes += [password, random.byte(), 0, 0] + random.bytes(count * (isIPv6 ? 16 : 4))
    if password == 1 { bytes += Array("secret".utf8) + [0, 0] }
    if version == 2, !random.chance(5) { bytes.set(InternetChecksum.of(bytes.span, in: 0..<bytes.count), at: 6) }
    return bytes
  }

  private mutating func ospf() -> [UInt8] {
    let authentication: UInt8 = random.pick([0, 0, 1, 2, 9])
    let neighbors = random.below(3)
    var bytes: [UInt8] = [random.pick([2, 2, 2, 4]), random.pick([1, 1, 1, 8]), 0, UInt8(44 + neighbors * 4)]
    bytes += random.bytes(4) + random.pick([[0, 0, 0, 0], [0, 0, 0, 7]]) + random.bytes(2) + [0, authentication]
    bytes += authentication == 1 ? Array("pass".utf8) + [0, 0, 0, 0] : random.bytes(8)
    bytes += [255, 255, 255, 0, 0, 10, random.byte() & 0xEF, 1, 0, 0, 0, 40]
    bytes += random.pick([[0, 0, 0, 0], [10, 0, 0, 1]]) + random.pick([[0, 0, 0, 0], [10, 0, 0, 2]])
    return bytes + random.bytes(neighbors * 4) + (authentication == 2 ? random.bytes(16) : [])
  }

  private mutating func ospf3() -> [UInt8] {
    let neighbors = random.below(3)
    var bytes: [UInt8] = [3, random.pick([1, 1, 1, 8]), 0, UInt8(36 + neighbors * 4)]
    bytes +=
      random.bytes(4) + random.pick([[0, 0, 0, 0], [0, 0, 0, 7]]) + random.bytes(2) + [UInt8(random.below(2)), 0]
    bytes += random.bytes(4) + [1, 0, 0, random.byte()] + [0, 10, 0, 40]
    bytes += random.pick([[0, 0, 0, 0], [10, 0, 0, 1]]) + random.pick([[0, 0, 0, 0], [10, 0, 0, 2]])
    return bytes + random.bytes(neighbors * 4)
  }

  private mutating func sctp() -> [UInt8] {
    var bytes = random.bytes(12)
    bytes.set(random.pick([5000, 38_412] as [UInt16]), at: 0)
    bytes.set(random.pick([5001, 38_412] as [UInt16]), at: 2)
    for _ in 0..<random.below(4) {
      let type: UInt8 = random.pick([0, 0, 1, 2, 3, 3, 4, 6, 10, 11, 14, 0xC0, 0x77])
      var value = random.bytes(random.below(20))
      if type <= 2 { value = random.bytes(16 + random.below(8)) }
      if type == 3 { value = random.bytes(8) + [0, 1, 0, 1] + random.bytes(8) }
      if type == 0 { value.replaceSubrange(8..<12, with: [0, 0, 0, random.pick([0, 1, 18, 60])]) }
      bytes += [type, random.byte() & 7]
      bytes.append(bigEndian: UInt16(value.count + 4))
      bytes += value
      while bytes.count % 4 != 0 { bytes.append(0) }
    }
    return bytes
  }
}
