import CNetlink

/// Which packets a filter is about: values at fixed places of the network header and behind it (cls_u32).
///
/// The places are those of a header without options; the kernel's own matching knows no others either. Fragments after the
/// first have no ports and never match one.
struct PacketMatch: Hashable, Sendable {
  /// The network protocol, by its EtherType.
  enum Network: UInt16, CaseIterable, Sendable {
    case ipv4 = 0x0800
    case ipv6 = 0x86DD
    case arp = 0x0806
    /// Every frame.
    case all = 0x0003
  }

  /// 32 bits at a place that four divides; both numbers in the order of the wire.
  struct Key: Hashable, Sendable {
    var value: UInt32
    var mask: UInt32
    var offset: Int32
  }

  var network: Network
  var keys: [Key] = []

  /// Everything of a network protocol.
  init(_ network: Network) {
    self.network = network
  }

  /// UDP or TCP, by the protocol's number, and one of the ports or both.
  init(_ network: Network, protocolNumber: UInt8? = nil, sourcePort: UInt16? = nil, destinationPort: UInt16? = nil) {
    self.network = network
    let isIPv6 = network == .ipv6
    if let protocolNumber { match(byte: protocolNumber, at: isIPv6 ? 6 : 9) }
    guard sourcePort != nil || destinationPort != nil else { return }
    if !isIPv6 {
      match(byte: 0x45, at: 0)
      match(UInt16(0), mask: 0x1FFF, at: 6)
    }
    if let sourcePort { match(sourcePort, at: isIPv6 ? 40 : 20) }
    if let destinationPort { match(destinationPort, at: isIPv6 ? 42 : 22) }
  }

  /// DNS queries: UDP to port 53, over IPv4 and IPv6.
  static let dnsQueries: [PacketMatch] = [.ipv4, .ipv6].map {
    PacketMatch($0, protocolNumber: 17, destinationPort: 53)
  }

  /// Adds bytes to be found at a place.
  mutating func match(bytes: [UInt8], at offset: Int) {
    for (index, byte) in bytes.enumerated() { match(byte: byte, at: offset + index) }
  }

  private mutating func match(_ value: UInt16, mask: UInt16 = 0xFFFF, at offset: Int) {
    match(byte: UInt8(value >> 8), mask: UInt8(mask >> 8), at: offset)
    match(byte: UInt8(value & 0xFF), mask: UInt8(mask & 0xFF), at: offset + 1)
  }

  private mutating func match(byte: UInt8, mask: UInt8 = 0xFF, at offset: Int) {
    let word = Int32(offset & ~3)
    let shift = UInt32(24 - 8 * (offset & 3))
    let index = keys.firstIndex { $0.offset == word } ?? keys.endIndex
    if index == keys.endIndex { keys.append(Key(value: 0, mask: 0, offset: word)) }
    keys[index].value |= UInt32(byte & mask) << shift
    keys[index].mask |= UInt32(mask) << shift
  }

  /// The selector; one that matches everything has a single key without a mask.
  func write(to message: inout NetlinkMessage) {
    let keys = keys.isEmpty ? [Key(value: 0, mask: 0, offset: 0)] : keys
    message.nest(TCA_U32_SEL) { message in
      // tc_u32_sel, its fields one by one: the array behind it has no length that Swift could know.
      message.append(UInt8(TC_U32_TERMINAL))
      message.append(UInt8(0))
      message.append(UInt8(keys.count))
      message.append(UInt8(0))
      for _ in 0..<4 { message.append(UInt16(0)) }
      message.append(UInt32(0))
      for key in keys {
        message.append(key.mask.bigEndian)
        message.append(key.value.bigEndian)
        message.append(key.offset)
        message.append(Int32(0))
      }
    }
  }
}
