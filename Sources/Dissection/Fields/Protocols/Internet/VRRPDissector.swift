import TextOutput
import Wire

/// VRRP, versions 2 and 3 (RFC 3768, RFC 5798).
enum VRRPDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.vrrp, entries: [.ipProtocol(112, to: dissector)],
    summaries: [summary])

  static let dissector = Dissector("vrrp") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.vrrp, start..<bytes.count)
    let first = try bytes.number(1, at: start)
    let (version, type) = (first >> 4, first & 15)
    let head = tree.begin(
      .vrrpTypever, start..<start + 1, .unsigned(first),
      text: "Version \(version), type \(type) (\(type == 1 ? "advertisement" : "not known"))")
    tree.bits(.vrrpVersion, of: first, start..<start + 1)
    tree.bits(.vrrpType, of: first, start..<start + 1)
    tree.end(head)
    try tree.run([.vrrpVirtRtrId, .vrrpPrio, .vrrpAddrCount], bytes, start + 1)
    var authentication: UInt64 = 0
    if version == 3 {
      let interval = try bytes.number(2, at: start + 4)
      tree.bits(.vrrpReservedMbz, of: interval >> 8, start + 4..<start + 5)
      tree.bits(.vrrpShortAdverInt, of: interval, start + 4..<start + 6)
    } else {
      authentication = try tree.number(.vrrpAuthType, bytes, start + 4, 1)
      try tree.number(.vrrpAdverInt, bytes, start + 5, 1)
    }
    tree.checksum(
      .vrrpChecksum, .vrrpChecksumStatus, start + 6..<start + 8, try bytes.number(2, at: start + 6),
      isGood: isGood(tree.context, bytes, start, version))
    try addAddresses(&tree, bytes, start, authentication)
    tree.end(mark)
  }

  private static func addAddresses(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ authentication: UInt64
  ) throws(DissectionStop) {
    var position = start + 8
    for _ in 0..<(try bytes.byte(start + 3)) {
      if case .v6 = tree.context.source {
        try tree.read(.vrrpIpv6Addr, bytes, &position, until: bytes.count)
      } else {
        try tree.read(.vrrpIpAddr, bytes, &position, until: bytes.count)
      }
    }
    if authentication == 1 { try tree.string(.vrrpAuthString, bytes, position, 8) }
  }

  /// Version 3 counts the addresses in.
  private static func isGood(
    _ context: PacketContext, _ bytes: Span<UInt8>, _ start: Int, _ version: UInt64
  ) -> Bool? {
    guard !context.isCut, let source = context.source, let destination = context.destination else { return nil }
    var sum = InternetChecksum()
    if version == 3 {
      switch (source, destination) {
      case (.v4(let source), .v4(let destination)):
        sum = TransportChecksum.pseudoHeader(
          source: source, destination: destination, protocolNumber: .vrrp, length: bytes.count - start)
      case (.v6(let source), .v6(let destination)):
        sum = TransportChecksum.pseudoHeader(
          source: source, destination: destination, protocolNumber: .vrrp, length: bytes.count - start)
      default: return nil
      }
    }
    sum.add(bytes, in: start..<bytes.count)
    return sum.folded == 0xFFFF
  }
}
