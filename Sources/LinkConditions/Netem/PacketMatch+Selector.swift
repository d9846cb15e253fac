internal import Wire

extension PacketSelector {
  /// The filters for the kernel. The selector matches a packet if any of these does.
  ///
  /// The kernel cannot match the first packets, host names, or how connections began; see ``netemObstacles``.
  package func matches(_ way: LinkDirection) -> [PacketMatch] {
    guard direction == nil || direction == way else { return [] }
    if transport == nil, ports == nil, network == nil { return [PacketMatch(.all)] }
    let networks: [PacketMatch.Network] = network.map { [$0.address.isIPv6 ? .ipv6 : .ipv4] } ?? [.ipv4, .ipv6]
    return networks.flatMap { matches($0, way) }
  }

  /// Everything in the selector that netem's filters cannot do.
  var netemObstacles: [NetemObstacle] {
    var obstacles: [NetemObstacle] = []
    if first != nil { obstacles.append(NetemObstacle("select the first packets ('first')")) }
    if host != nil { obstacles.append(NetemObstacle("select by host name ('host')")) }
    if needsGreeting {
      obstacles.append(NetemObstacle("select by what a connection begins with ('quic', 'server-name', 'alpn')"))
    }
    return obstacles
  }

  private func matches(_ version: PacketMatch.Network, _ way: LinkDirection) -> [PacketMatch] {
    var all = PacketMatch(version)
    if let network { all.match(network, isSource: way == .downlink) }
    let numbers = protocolNumbers
    guard !numbers.isEmpty else { return [all] }
    return numbers.flatMap { number in
      var one = all
      one.match(protocolNumber: number)
      guard let ports = wantedPorts else { return [one] }
      return Self.blocks(of: ports).map { block in
        var match = one
        match.match(port: block.value, mask: block.mask, isSource: way == .downlink)
        return match
      }
    }
  }

  /// The protocol numbers that can match; empty if all can.
  private var protocolNumbers: [UInt8] {
    switch transport {
    case .tcp: [6]
    case .udp, .quic: [17]
    // Match each protocol over IPv4 and IPv6, as the userspace engine does.
    case .icmp: [1, 58]
    case nil: ports == nil ? [] : [6, 17]
    }
  }

  /// The ports that can match, or nil if all can. An empty range cannot be written as a filter. If QUIC is combined
  /// with other ports, no block is left, and so nothing matches.
  private var wantedPorts: Range<Int>? {
    let said = ports.map { Int($0.lowerBound)..<Int($0.upperBound) + 1 }
    switch transport {
    case .quic: return said.map { $0.clamped(to: 443..<444) } ?? 443..<444
    // ICMP has no ports. A selector that asks for one matches no packet.
    case .icmp: return said.map { _ in 0..<0 }
    default: return said
    }
  }

  /// Splits a range into the fewest blocks of ports that share their leading bits.
  static func blocks(of ports: Range<Int>) -> [(value: UInt16, mask: UInt16)] {
    var blocks: [(value: UInt16, mask: UInt16)] = []
    var next = ports.lowerBound
    while next < ports.upperBound {
      var size = next == 0 ? 1 << 16 : next & -next
      while next + size > ports.upperBound { size >>= 1 }
      blocks.append((UInt16(truncatingIfNeeded: next), UInt16(truncatingIfNeeded: ~(size - 1))))
      next += size
    }
    return blocks
  }
}

extension PacketMatch {
  /// Adds an address, or the leading bits that the addresses of a block share.
  mutating func match(_ block: AddressBlock, isSource: Bool) {
    let halves = block.address.halves
    let start = block.address.isIPv6 ? (isSource ? 8 : 24) : (isSource ? 12 : 16)
    for index in 0..<(block.address.isIPv6 ? 16 : 4) {
      let bits = min(8, max(0, block.prefix - 8 * index))
      guard bits > 0 else { return }
      let half = index < 8 ? halves.high : halves.low
      let byte = UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * (index % 8)))
      match(byte: byte, mask: UInt8(truncatingIfNeeded: 0xFF00 >> bits), at: start + index)
    }
  }
}
