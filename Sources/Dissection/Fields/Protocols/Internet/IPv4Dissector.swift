import Streams
import TextOutput
import Wire

/// IPv4 (RFC 791) with its options, and its fragments put together.
enum IPv4Dissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.ipv4,
    entries: [.etherType(0x0800, to: dissector), .ipProtocol(4, to: dissector)], summaries: [summary])

  static let dissector = Dissector("ip") { (tree, bytes, start) throws(DissectionStop) in
    let first = try bytes.byte(start)
    let headerLength = Int(first & 15) * 4
    let mark = tree.beginProtocol(.ip, start..<min(bytes.count, start + 20))
    tree.setLine(mark) { $0.append("IPv4") }
    tree.add(.ipVersion, start..<start + 1, .unsigned(UInt64(first >> 4))) { line in
      line.append(pattern: UInt64(first), mask: 0xF0, bits: 8)
      line.append(" = Version of IP: ", first >> 4)
    }
    guard first >> 4 == 4 else {
      tree.expert(.ipBogusIpVersion, .error)
      tree.end(mark)
      if first >> 4 == 6 { tree.run(IPv6Dissector.dissector, bytes, start) }
      return
    }
    tree.add(.ipHdrLen, start..<start + 1, .unsigned(UInt64(headerLength))) { line in
      line.append(pattern: UInt64(first), mask: 0x0F, bits: 8)
      line.append(" = Header length (IHL): ", UInt64(headerLength))
      line.append(" bytes (", first & 15)
      line.append(" words)")
    }
    guard headerLength >= 20 else {
      return tree.expert(.ipBogusHeaderLength, .error)
    }
    try addTrafficClass(&tree, bytes, start + 1)
    let claimed = Int(try bytes.number(2, at: start + 2))
    let available = max(tree.frame.originalLength, bytes.count) - start
    let total = claimed == 0 ? available : claimed
    tree.add(
      .ipLen, start + 2..<start + 4, .unsigned(UInt64(claimed)),
      text: claimed == 0
        ? "Length of header and data, in bytes: \(total) (the field is 0: captured before the interface cut it up)"
        : nil)
    if total < headerLength { tree.expert(.ipBogusIpLength, .error) }
    // Nothing of a whole frame is missing, whatever its header says.
    let isTooLong = total > available && !tree.context.isQuoted
    if isTooLong {
      tree.expert(.ipBogusIpLength, .error, "The total length is more than the \(available) bytes that are there")
    }
    try tree.number(.ipId, bytes, start + 4, 2)
    let fragment = try addFragmentField(&tree, bytes, start + 6)
    let lifetime = try tree.number(.ipTtl, bytes, start + 8, 1)
    let number = UInt8(truncatingIfNeeded: try tree.number(.ipProto, bytes, start + 9, 1))
    let checksum = try bytes.number(2, at: start + 10)
    tree.add(.ipChecksum, start + 10..<start + 12, .unsigned(checksum)) { line in
      line.append("Checksum of the header: ")
      line.append(hex: checksum, digits: 4)
      line.append(", not checked")
    }
    tree.generate(.ipChecksumStatus, .unsigned(2))
    let source = try address(&tree, bytes, start + 12, .ipSrc, .ipSrcHost)
    let route = IPv4SourceRoute(bytes, start..<min(bytes.count, start + headerLength))
    let destination: IPv4Address
    if let route {
      try IPv4Options.addStop(&tree, bytes, start + 16, .ipCurRt, .ipCurRtHost)
      destination = IPv4Address(rawValue: bytes.uint32(at: route.destination))
    } else {
      destination = try address(&tree, bytes, start + 16, .ipDst, .ipDstHost)
    }
    tree.setLine(mark) { line in
      line.append("IPv4 from ", source)
      line.append(" to ", destination)
    }
    (tree.context.source, tree.context.destination) = (.v4(source), .v4(destination))
    addLifetimeExpert(&tree, lifetime, destination, number)
    if headerLength > 20 { try IPv4Options.dissect(&tree, bytes, start + 20, start + headerLength, lifetime, route) }
    tree.end(mark, at: min(bytes.count, start + headerLength))
    guard total >= headerLength else { return }
    let end = start + total
    if tree.buffer == 0, tree.context.networkEnd == nil { tree.context.networkEnd = end }
    let wasCut = tree.context.isCut
    tree.context.isCut = wasCut || end > bytes.count && !isTooLong
    defer { tree.context.isCut = wasCut }
    let packet = bytes.extracting(0..<min(bytes.count, end))
    try bytes.need(headerLength, at: start)
    if fragment.offset > 0 || fragment.more {
      let identifier = UInt32(try bytes.number(2, at: start + 4))
      Fragments.dissect(
        &tree, packet, start + headerLength, isWhole: end <= bytes.count, fragment, identifier: identifier,
        protocolNumber: number, fields: .ipv4)
    } else {
      tree.dispatch(ipProtocol: number, packet, start + headerLength)
    }
  }

  @discardableResult
  static func address(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int, _ field: FieldID, _ host: FieldID
  ) throws(DissectionStop) -> IPv4Address {
    let address = try tree.ipv4(field, bytes, offset)
    let range = offset..<offset + 4
    tree.hide(.ipAddr, range, .ipv4(address))
    hide(host, range, address, &tree)
    hide(.ipHost, range, address, &tree)
    return address
  }

  /// Adds the name of an address, which is the address itself.
  private static func hide(_ field: FieldID, _ range: Range<Int>, _ address: IPv4Address, _ tree: inout TreeBuilder) {
    guard tree.wants(field), tree.hasRoom() else { return }
    let start = tree.tree.texts.count
    tree.tree.texts.append(address)
    tree.append(field, range, .string(tree.tree.texts.text(from: start)), .hidden)
  }

  private static func addTrafficClass(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int)
    throws(DissectionStop)
  {
    let value = try bytes.number(1, at: offset)
    let range = offset..<offset + 1
    let mark = tree.begin(.ipDsfield, range, .unsigned(value)) { line in
      line.append("Traffic class and congestion (DS field): ")
      line.append(hex: value, digits: 2)
      line.append(" (")
      line.append(DifferentiatedServices.text(value))
      line.append(")")
    }
    tree.bits(.ipDsfieldDscp, of: value, range)
    tree.bits(.ipDsfieldEcn, of: value, range)
    tree.end(mark)
  }

  private static func addFragmentField(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int)
    throws(DissectionStop) -> FragmentPlace
  {
    let field = try bytes.number(2, at: offset)
    let (high, range) = (field >> 8, offset..<offset + 1)
    let isFixed = field & 0x4000 != 0
    let isMore = field & 0x2000 != 0
    let flags = high >> 5
    let mark = tree.begin(.ipFlags, range, .unsigned(flags)) { line in
      line.append(pattern: high, mask: 0xE0, bits: 8)
      line.append(" = Fragmentation flags: ")
      line.append(hex: flags, digits: 1)
      if field & 0x8000 != 0 { line.append(", reserved bit") }
      if isFixed { line.append(", DF") }
      if isMore { line.append(", MF") }
    }
    tree.bits(.ipFlagsRb, of: high, range)
    tree.bits(.ipFlagsDf, of: high, range)
    tree.bits(.ipFlagsMf, of: high, range)
    tree.end(mark)
    let place = Int(field & 0x1FFF) * 8
    tree.add(.ipFragOffset, offset..<offset + 2, .unsigned(field & 0x1FFF)) { line in
      line.append(pattern: field, mask: 0x1FFF, bits: 16)
      line.append(" = Offset of the fragment: ", UInt64(place))
      line.append(" bytes")
    }
    return FragmentPlace(offset: place, more: isMore)
  }

  private static func addLifetimeExpert(
    _ tree: inout TreeBuilder, _ lifetime: UInt64, _ destination: IPv4Address, _ number: UInt8
  ) {
    let isLocal = destination.rawValue >> 8 == 0xE00000
    if isLocal {
      if lifetime != 1, ![2, 89, 88, 112, 103].contains(number), !isKnownLocal(destination, lifetime) {
        tree.expert(.ipTtlLncb, .note, "The TTL is \(lifetime): a packet to 224.0.0.0/24 should have 1 (RFC 5771)")
      }
    } else if lifetime < 5, !destination.isMulticast, number != 103 {
      tree.expert(.ipTtlTooSmall, .note, "Only \(lifetime) hops left")
    }
  }

  /// Protocols that send to the local block with 255 hops by their own rule (mDNS, VRRP, GLBP).
  private static func isKnownLocal(_ destination: IPv4Address, _ lifetime: UInt64) -> Bool {
    lifetime == 255 && [251, 18, 102].contains(destination.rawValue & 0xFF)
  }
}
