import TextOutput
import Wire

/// Teredo (RFC 4380): IPv6 through NATs.
enum TeredoDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.teredo, entries: [.udpPort(UInt32(TeredoHeader.port), to: dissector)],
    summaries: [TunnelSummaries.teredo])

  static let dissector = Dissector("teredo") { (tree, bytes, start) throws(DissectionStop) in
    guard let header = try? TeredoHeader(bytes, at: start) else { return tree.data(bytes, start) }
    let next = start + header.length
    let mark = tree.beginProtocol(.teredo, start..<next)
    if let range = header.authentication { try addAuthentication(&tree, bytes, range) }
    if let range = header.origin {
      let origin = tree.begin(.teredoOrig, range, .none)
      // Both are inverted, so that no translator on the way changes them.
      let port = try bytes.number(2, at: range.lowerBound + 2)
      tree.add(.teredoOrigPort, range.lowerBound + 2..<range.lowerBound + 4, .unsigned(port ^ 0xFFFF))
      let address = UInt32(truncatingIfNeeded: try bytes.number(4, at: range.lowerBound + 4))
      tree.add(.teredoOrigAddr, range.lowerBound + 4..<range.upperBound, .ipv4(IPv4Address(rawValue: ~address)))
      tree.end(origin)
    }
    tree.end(mark)
    tree.dispatchInTunnel(etherType: .ipv6, bytes, next)
  }

  private static func addAuthentication(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(DissectionStop) {
    let mark = tree.begin(.teredoAuth, range, .none)
    let identifier = Int(try tree.number(.teredoAuthIdlen, bytes, range.lowerBound + 2, 1))
    let value = Int(try tree.number(.teredoAuthAulen, bytes, range.lowerBound + 3, 1))
    var position = range.lowerBound + 4
    if identifier > 0 { try tree.bytes(.teredoAuthId, bytes, position, identifier) }
    position += identifier
    if value > 0 { try tree.bytes(.teredoAuthValue, bytes, position, value) }
    position += value
    try tree.bytes(.teredoAuthNonce, bytes, position, 8)
    try tree.bytes(.teredoAuthConf, bytes, position + 8, 1)
    tree.end(mark)
  }
}
