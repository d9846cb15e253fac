/// What a filter matches: values at fixed offsets of the network header and the header after it (cls_u32).
///
/// The offsets are those of a network header without options; the kernel's own matches use the same ones. Fragments
/// after the first have no ports and never match a port.
package struct PacketMatch: Hashable, Sendable {
  /// The network protocol, by its EtherType.
  package enum Network: UInt16, CaseIterable, Sendable {
    case ipv4 = 0x0800
    case ipv6 = 0x86DD
    case arp = 0x0806
    /// Every frame.
    case all = 0x0003
  }

  /// 32 bits at an offset that is a multiple of four. Both numbers are in network byte order.
  package struct Key: Hashable, Sendable {
    package var value: UInt32
    package var mask: UInt32
    package var offset: Int32

    package init(value: UInt32, mask: UInt32, offset: Int32) {
      (self.value, self.mask, self.offset) = (value, mask, offset)
    }
  }

  package var network: Network
  package var keys: [Key] = []

  /// Matches every packet of a network protocol.
  package init(_ network: Network) {
    self.network = network
  }

  /// Matches UDP or TCP by protocol number, and one of the ports or both.
  package init(
    _ network: Network, protocolNumber: UInt8? = nil, sourcePort: UInt16? = nil, destinationPort: UInt16? = nil
  ) {
    self.network = network
    if let protocolNumber { match(protocolNumber: protocolNumber) }
    if let sourcePort { match(port: sourcePort, isSource: true) }
    if let destinationPort { match(port: destinationPort, isSource: false) }
  }

  /// Adds the protocol number of the header after the network header.
  mutating func match(protocolNumber: UInt8) {
    match(byte: protocolNumber, at: network == .ipv6 ? 6 : 9)
  }

  /// Adds a port, or all ports that share the masked bits with it.
  mutating func match(port: UInt16, mask: UInt16 = 0xFFFF, isSource: Bool) {
    if network == .ipv4 {
      match(byte: 0x45, at: 0)
      match(UInt16(0), mask: 0x1FFF, at: 6)
    }
    match(port, mask: mask, at: (network == .ipv6 ? 40 : 20) + (isSource ? 0 : 2))
  }

  /// DNS queries: UDP to port 53, over IPv4 and IPv6.
  package static let dnsQueries: [PacketMatch] = [.ipv4, .ipv6].map {
    PacketMatch($0, protocolNumber: 17, destinationPort: 53)
  }

  /// Adds bytes that must be found at an offset.
  package mutating func match(bytes: [UInt8], at offset: Int) {
    for (index, byte) in bytes.enumerated() { match(byte: byte, at: offset + index) }
  }

  private mutating func match(_ value: UInt16, mask: UInt16 = 0xFFFF, at offset: Int) {
    match(byte: UInt8(value >> 8), mask: UInt8(mask >> 8), at: offset)
    match(byte: UInt8(value & 0xFF), mask: UInt8(mask & 0xFF), at: offset + 1)
  }

  /// Adds a byte, of which only the masked bits are compared.
  mutating func match(byte: UInt8, mask: UInt8 = 0xFF, at offset: Int) {
    let word = Int32(offset & ~3)
    let shift = UInt32(24 - 8 * (offset & 3))
    let index = keys.firstIndex { $0.offset == word } ?? keys.endIndex
    if index == keys.endIndex { keys.append(Key(value: 0, mask: 0, offset: word)) }
    keys[index].value |= UInt32(byte & mask) << shift
    keys[index].mask |= UInt32(mask) << shift
  }
}
