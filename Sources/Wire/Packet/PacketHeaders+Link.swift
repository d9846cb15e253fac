// The link layer's part of the pass: sets `etherType` and `networkOffset`.

extension PacketHeaders {
  mutating func readLink(_ bytes: Span<UInt8>, _ linkType: LinkType) {
    switch linkType {
    case .ethernet: readTyped(bytes, headerLength: 14, typeOffset: 12)
    case .linuxSLL: readTyped(bytes, headerLength: 16, typeOffset: 14)
    case .linuxSLL2: readTyped(bytes, headerLength: 20, typeOffset: 0)
    case .null, .loop: readLoopback(bytes, linkType)
    case .raw: readVersion(bytes)
    case .ipv4: etherType = .ipv4
    case .ipv6: etherType = .ipv6
    case .ppp: readPPP(bytes)
    case .pppHDLC: readSerial(bytes)
    case .pppWithDirection:
      advance(by: 1)
      readPPP(bytes)
    case .pppEther: etherType = .pppoeSession
    case .nflog: readNFLOG(bytes)
    default: stop = .unknown
    }
  }

  /// Ethernet at `networkOffset`, in a tunnel.
  mutating func readEthernet(_ bytes: Span<UInt8>) {
    readTyped(bytes, headerLength: 14, typeOffset: 12)
  }

  /// What lies between the link's header and the network's: PPPoE, MPLS, bridged Ethernet.
  mutating func readShim(_ bytes: Span<UInt8>) {
    for _ in 0..<Self.mostTunnels where stop == .complete {
      switch etherType {
      case .pppoeSession:
        guard (try? PPPoEHeader(bytes, at: networkOffset)) != nil else { return stop = .truncated }
        advance(by: PPPoEHeader.length)
        readPPP(bytes)
      case .mpls, .mplsMulticast: readLabels(bytes)
      case .transparentEthernet: readEthernet(bytes)
      default: return
      }
    }
  }

  mutating func readPPP(_ bytes: Span<UInt8>) {
    guard let header = try? PPPHeader(bytes, at: networkOffset) else { return stop = .truncated }
    advance(by: header.length)
    guard let type = header.etherType else { return stop = .unknown }
    etherType = type
  }

  /// PPP in HDLC-like framing, or Cisco's framing of serial lines, which has an EtherType.
  private mutating func readSerial(_ bytes: Span<UInt8>) {
    guard bytes.count >= 4 else { return stop = .truncated }
    guard bytes[0] == 0x0F || bytes[0] == 0x8F else { return readPPP(bytes) }
    etherType = EtherType(rawValue: bytes.uint16(at: 2))
    advance(by: 4)
  }

  /// A label stack does not say what follows it: the first bits of that do.
  private mutating func readLabels(_ bytes: Span<UInt8>) {
    var isBottom = false
    while !isBottom {
      guard let label = try? MPLSLabel(bytes, at: networkOffset) else { return stop = .truncated }
      isBottom = label.isBottom
      advance(by: MPLSLabel.length)
    }
    guard networkOffset < bytes.count else { return stop = .truncated }
    switch bytes[networkOffset] >> 4 {
    case 4: etherType = .ipv4
    case 6: etherType = .ipv6
    // A pseudowire's control word begins with zero bits (RFC 4385), and Ethernet is what pseudowires carry.
    case 0:
      advance(by: 4)
      etherType = .transparentEthernet
    default: stop = .unknown
    }
  }

  private mutating func readNFLOG(_ bytes: Span<UInt8>) {
    guard let header = try? NFLOGHeader(bytes) else { return stop = .truncated }
    advance(by: NFLOGHeader.length)
    while let attribute = try? NFLOGAttribute(bytes, at: networkOffset) {
      guard attribute.type != NFLOGAttribute.payload else {
        advance(by: 4)
        guard let type = header.etherType else { return stop = .unknown }
        return etherType = type
      }
      advance(by: attribute.end &- networkOffset)
    }
    stop = .truncated
  }

  /// A header that ends in, or has somewhere, an EtherType; VLAN tags and SNAP may follow.
  private mutating func readTyped(_ bytes: Span<UInt8>, headerLength: Int, typeOffset: Int) {
    guard bytes.count &- networkOffset >= headerLength else { return stop = .truncated }
    etherType = EtherType(rawValue: bytes.uint16(at: networkOffset &+ typeOffset))
    advance(by: headerLength)
    while etherType.isVLAN {
      guard bytes.count &- networkOffset >= 4 else { return stop = .truncated }
      vlanControl = bytes.uint16(at: networkOffset)
      etherType = EtherType(rawValue: bytes.uint16(at: networkOffset &+ 2))
      vlanCount = vlanCount == .max ? .max : vlanCount &+ 1
      advance(by: 4)
    }
    if etherType.isLength { readSNAP(bytes) }
  }

  /// LLC with an RFC 1042 SNAP header carries an EtherType after all.
  private mutating func readSNAP(_ bytes: Span<UInt8>) {
    guard bytes.count &- networkOffset >= 8, bytes.uint48(at: networkOffset) == 0xAAAA_0300_0000 else { return }
    etherType = EtherType(rawValue: bytes.uint16(at: networkOffset &+ 6))
    advance(by: 8)
  }

  private mutating func readLoopback(_ bytes: Span<UInt8>, _ linkType: LinkType) {
    guard let header = try? LoopbackHeader(bytes, linkType: linkType) else { return stop = .truncated }
    advance(by: LoopbackHeader.length)
    etherType = header.etherType
  }

  private mutating func readVersion(_ bytes: Span<UInt8>) {
    guard bytes.count > 0 else { return stop = .truncated }
    switch bytes[0] >> 4 {
    case 4: etherType = .ipv4
    case 6: etherType = .ipv6
    default: stop = .malformed
    }
  }
}
