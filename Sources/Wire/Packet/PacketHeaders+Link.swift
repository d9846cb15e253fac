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
    default: stop = .unknown
    }
  }

  /// A header that ends in, or has somewhere, an EtherType; VLAN tags and SNAP may follow.
  private mutating func readTyped(_ bytes: Span<UInt8>, headerLength: Int, typeOffset: Int) {
    guard bytes.count >= headerLength else { return stop = .truncated }
    etherType = EtherType(rawValue: bytes.uint16(at: typeOffset))
    networkOffset = headerLength
    while etherType.isVLAN {
      guard bytes.count &- networkOffset >= 4 else { return stop = .truncated }
      vlanControl = bytes.uint16(at: networkOffset)
      etherType = EtherType(rawValue: bytes.uint16(at: networkOffset &+ 2))
      vlanCount = vlanCount == .max ? .max : vlanCount &+ 1
      networkOffset &+= 4
    }
    if etherType.isLength { readSNAP(bytes) }
  }

  /// LLC with an RFC 1042 SNAP header carries an EtherType after all.
  private mutating func readSNAP(_ bytes: Span<UInt8>) {
    guard bytes.count &- networkOffset >= 8, bytes.uint48(at: networkOffset) == 0xAAAA_0300_0000 else { return }
    etherType = EtherType(rawValue: bytes.uint16(at: networkOffset &+ 6))
    networkOffset &+= 8
  }

  private mutating func readLoopback(_ bytes: Span<UInt8>, _ linkType: LinkType) {
    guard let header = try? LoopbackHeader(bytes, linkType: linkType) else { return stop = .truncated }
    networkOffset = LoopbackHeader.length
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
