package import Wire

/// Frames of every protocol that the list reads, well-formed and not, the same for the same seed.
package struct FrameGenerator {
  package struct Generated {
    package var bytes: [UInt8]
    package var originalLength: Int

    package init(bytes: [UInt8], originalLength: Int) {
      self.bytes = bytes
      self.originalLength = originalLength
    }
  }

  package var random: PacketRandom
  let linkType: LinkType
  /// Whether frames are of the protocols that carry others, or that run a network.
  let isOfNetworks: Bool

  package init(seed: UInt64, linkType: LinkType, isOfNetworks: Bool = false) {
    random = PacketRandom(seed: seed)
    self.linkType = linkType
    self.isOfNetworks = isOfNetworks
  }

  /// The next frame: as its protocols want it, or cut short by the snapshot length, or with wrong bytes.
  package mutating func next() -> Generated {
    var bytes = isOfNetworks ? networkFrame() : frame()
    if bytes.count > 1, random.chance(4) { mutate(&bytes) }
    if random.chance(12) { bytes += [UInt8](repeating: random.byte(), count: random.below(20)) }
    if random.chance(12) { bytes = Array(bytes.prefix(1 + random.below(bytes.count))) }
    let length = bytes.count
    if random.chance(4) { bytes = Array(bytes.prefix(1 + random.below(bytes.count))) }
    return Generated(bytes: bytes, originalLength: length)
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    for _ in 0...random.below(3) {
      let offset = random.below(min(bytes.count, 120))
      switch random.below(4) {
      case 0: bytes[offset] = random.byte()
      case 1: bytes[offset] ^= 1 << UInt8(random.below(8))
      case 2: bytes[offset] = 0
      default: bytes[offset] = 0xFF
      }
    }
  }

  private mutating func frame() -> [UInt8] {
    var bytes: [UInt8] = []
    let isIPv6 = random.chance(2)
    switch linkType {
    case .ethernet: return ethernetFrame()
    case .linuxSLL:
      let type = cookedType(isIPv6)
      LinuxSLLHeader(
        packetType: UInt16(random.below(6)), hardwareType: 1, addressLength: random.pick([6, 6, 6, 0, 8, 20]),
        address: random.next(), etherType: type
      ).append(to: &bytes)
      return bytes + payload(of: type)
    case .linuxSLL2:
      let type = cookedType(isIPv6)
      LinuxSLL2Header(
        etherType: type, interfaceIndex: random.pick([1, 77_777]), hardwareType: 1,
        packetType: UInt8(random.below(6)), addressLength: random.pick([6, 6, 6, 0, 8]), address: random.next()
      ).append(to: &bytes)
      return bytes + payload(of: type)
    case .null, .loop:
      let family: UInt32 = random.pick(isIPv6 ? [24, 28, 30] : [2, 2, 2, 7000])
      LoopbackHeader(family: family).append(to: &bytes, linkType: random.chance(4) ? .loop : linkType)
      return bytes + (isIPv6 ? ipv6() : ipv4())
    default: return random.chance(30) ? random.bytes(30) : (isIPv6 ? ipv6() : ipv4())
    }
  }

  private mutating func cookedType(_ isIPv6: Bool) -> EtherType {
    let unusual: [EtherType] = [
      .arp, .vlan, EtherType(rawValue: 4), EtherType(rawValue: 0x0BAD), EtherType(rawValue: 9),
    ]
    return random.chance(5) ? random.pick(unusual) : isIPv6 ? .ipv6 : .ipv4
  }

  private mutating func ethernetFrame() -> [UInt8] {
    var bytes: [UInt8] = []
    let types: [EtherType] = [
      .ipv4, .ipv4, .ipv4, .ipv4, .ipv6, .ipv6, .ipv6, .arp, .vlan, .providerVLAN, .oldQinQ, .reverseARP,
      EtherType(rawValue: 0x0BAD), EtherType(rawValue: 0x88B5),
    ]
    var type = random.pick(types)
    let isLength = random.chance(25)
    let llc = isLength ? llcFrame() : []
    if isLength { type = EtherType(rawValue: UInt16(random.chance(5) ? random.below(1500) : llc.count)) }
    EthernetHeader(
      destination: MACAddress(rawValue: random.next()), source: MACAddress(rawValue: random.next()), etherType: type
    ).append(to: &bytes)
    bytes += isLength ? llc : payload(of: type)
    if bytes.count < 60, random.chance(3) { bytes += [UInt8](repeating: 0, count: 60 - bytes.count) }
    return bytes
  }

  mutating func payload(of type: EtherType) -> [UInt8] {
    switch type {
    case .ipv4: return ipv4()
    case .ipv6: return ipv6()
    case .arp, .reverseARP: return arp()
    case .vlan, .providerVLAN, .oldQinQ:
      let next: EtherType = random.pick([.ipv4, .ipv6, .arp, .vlan, EtherType(rawValue: 0x0BAD)])
      var bytes: [UInt8] = []
      VLANTag(control: UInt16(truncatingIfNeeded: random.next()), etherType: next).append(to: &bytes)
      return bytes + payload(of: next)
    case EtherType(rawValue: 4): return llcFrame()
    default: return random.bytes(random.below(60))
    }
  }

  private mutating func llcFrame() -> [UInt8] {
    switch random.below(4) {
    case 0: [0xAA, 0xAA, 0x03, 0, 0, 0, 0x08, 0x00] + ipv4()
    case 1: [0xAA, 0xAA, 0x03, 0, 0, random.pick([0, 0x0C, 0xF8]), 0x0B, 0xAD] + random.bytes(20)
    case 2: [0x06, 0x06, 0x03] + ipv4()
    default:
      [random.pick([0x04, 0xF4, 0x7E, 0x33]), random.pick([0x04, 0xF5, 0x7E]), random.byte(), random.byte(), 0x81]
        + random.bytes(random.below(12))
    }
  }

  private mutating func arp() -> [UInt8] {
    var bytes: [UInt8] = []
    ARPPacket(
      operation: UInt16(random.below(12)), senderHardware: MACAddress(rawValue: random.next()),
      senderProtocol: random.ipv4(), targetHardware: MACAddress(rawValue: random.chance(2) ? 0 : random.next()),
      targetProtocol: random.ipv4()
    ).append(to: &bytes)
    if random.chance(5) { bytes[random.below(6)] = UInt8(random.below(8)) }
    return bytes
  }
}
