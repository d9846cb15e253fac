import Wire

/// PPP (RFC 1661) with or without HDLC-like framing, and Cisco's framing of serial lines.
enum PPPDissector {
  static let dissector = Dissector("ppp") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.ppp, start..<start)
    var position = start
    if try bytes.number(2, at: start) == 0xFF03 {
      position = try tree.run([.pppAddress, .pppControl], bytes, start)
    }
    let width = try bytes.byte(position) & 1 == 1 ? 1 : 2
    let number = UInt16(truncatingIfNeeded: try tree.number(.pppProtocol, bytes, position, width))
    position += width
    tree.end(mark, at: position)
    if let type = PPPHeader(protocolNumber: number).etherType {
      guard let dissector = tree.state.tables.dissector(.etherType, UInt32(type.rawValue)) else { return }
      return tree.run(dissector, bytes, position)
    }
    guard let control = control(number) else { return tree.data(bytes, position) }
    tree.run(control, bytes, position)
  }

  /// A byte that says which way the packet went comes first (LINKTYPE_PPP_WITH_DIR).
  static let directed = Dissector("ppp") { (tree, bytes, start) throws(DissectionStop) in
    tree.add(.pppDirection, start..<start + 1, .unsigned(try bytes.number(1, at: start) == 0 ? 1 : 0))
    tree.run(dissector, bytes, start + 1)
  }

  /// The first byte tells the framing (LINKTYPE_PPP_HDLC).
  static let serial = Dissector("ppp") { (tree, bytes, start) throws(DissectionStop) in
    let address = try bytes.byte(start)
    guard address == 0x0F || address == 0x8F else { return tree.run(dissector, bytes, start) }
    let mark = tree.beginProtocol(.chdlc, start..<start + 4)
    try tree.run([.chdlcAddress, .chdlcControl, .chdlcProtocol], bytes, start)
    tree.end(mark)
    tree.dispatch(etherType: UInt16(truncatingIfNeeded: try bytes.number(2, at: start + 2)), bytes, start + 4)
  }

  private static func control(_ number: UInt16) -> Dissector? {
    switch number {
    case 0xC021: negotiation("lcp", .lcp)
    case 0x8021: negotiation("ipcp", .ipcp)
    case 0x8057: negotiation("ipv6cp", .ipv6cp)
    case 0x80FD: negotiation("ccp", .ccp)
    default: nil
    }
  }

  /// The header that all control protocols share (RFC 1661 section 5); options stay data.
  private static func negotiation(_ name: String, _ field: FieldID) -> Dissector {
    Dissector(name) { (tree, bytes, start) throws(DissectionStop) in
      let mark = tree.beginProtocol(field, start..<bytes.count)
      let code = try tree.number(.pppCode, bytes, start, 1)
      try tree.number(.pppIdentifier, bytes, start + 1, 1)
      let end = min(bytes.count, start + Int(try tree.number(.pppLength, bytes, start + 2, 2)))
      var position = start + 4
      if field == .lcp, 9...13 ~= code { try tree.read(.lcpMagicNumber, bytes, &position, until: end) }
      if field == .lcp, position < end, code > 4 { try tree.bytes(.lcpData, bytes, position, end - position) }
      tree.end(mark)
    }
  }
}
