import Wire

/// Who a client says that it is: a hardware address, a name or a DUID (RFC 2132 section 9.14, RFC 4361).
enum DHCPClientIdentifier {
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, mayBeText: Bool
  ) throws(DissectionStop) {
    let length = bytes.count - start
    guard length > 0 else { return }
    let kind = bytes[start]
    if length == 7, (1..<48).contains(kind) {
      try tree.number(.dhcpHwType, bytes, start, 1)
      if kind == 1 || kind == 6 { try tree.ethernet(.dhcpHwMacAddr, bytes, start + 1) }
    } else if kind == 255, mayBeText {
      try bytes.need(7, at: start)
      let identity = (1...4).map { String(format(bytes[start + $0])) }.joined()
      tree.add(.dhcpClientIdIaid, start + 1..<start + 5, .string(identity))
      try tree.number(.dhcpClientIdDuidType, bytes, start + 5, 2)
    } else if kind == 0, length > 1, length != 17, mayBeText {
      try tree.run([.dhcpClientIdType, .dhcpClientIdUndef], bytes, start)
    }
  }

  private static func format(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
