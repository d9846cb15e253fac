import Streams
import TextOutput
import Wire

/// IPv6 (RFC 8200).
enum IPv6Dissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.ipv6,
    entries: [.etherType(0x86DD, to: dissector), .ipProtocol(41, to: dissector)], summaries: [summary])

  static let dissector = Dissector("ipv6") { (tree, bytes, start) throws(DissectionStop) in
    let word = try bytes.number(4, at: start)
    let mark = tree.beginProtocol(.ipv6, start..<min(bytes.count, start + 40), text: "IPv6")
    let version = word >> 28
    tree.hide(.ipVersion, start..<start + 1, .unsigned(version))
    tree.add(
      .ipv6Version, start..<start + 1, .unsigned(version),
      text: "\(TextFormat.binary(version, 4)) .... = Version of IP: \(version)")
    guard version == 6 else {
      tree.expert(.ipv6BogusIpv6Version, .error, .malformed)
      tree.end(mark)
      return tree.data(bytes, start)
    }
    addTrafficClass(&tree, word, start)
    let label = word & 0xFFFFF
    tree.add(
      .ipv6Flow, start + 1..<start + 4, .unsigned(label),
      text: "\(TextFormat.pattern(word, mask: 0xFFFFF, bits: 32, from: 28)) = Flow label: \(TextFormat.hex(label, 5))")
    let claimed = Int(try tree.number(.ipv6Plen, bytes, start + 4, 2))
    let next = UInt8(truncatingIfNeeded: try tree.number(.ipv6Nxt, bytes, start + 6, 1))
    try tree.number(.ipv6Hlim, bytes, start + 7, 1)
    let source = try address(&tree, bytes, start + 8, .ipv6Src, .ipv6SrcHost)
    let destination = try address(&tree, bytes, start + 24, .ipv6Dst, .ipv6DstHost)
    tree.setText(mark, "IPv6 from \(source) to \(destination)")
    (tree.context.source, tree.context.destination) = (.v6(source), .v6(destination))
    let available = max(tree.frame.originalLength, bytes.count) - start - 40
    let end = start + 40 + (claimed == 0 ? max(0, available) : claimed)
    let isTooLong = claimed > available && !tree.context.isQuoted
    if isTooLong {
      tree.expert(
        .ipv6PlenExceedsFraming, .warning,
        "The payload length is more than the \(max(0, available)) bytes that are there")
    }
    if tree.buffer == 0, tree.context.networkEnd == nil { tree.context.networkEnd = end }
    let wasCut = tree.context.isCut
    tree.context.isCut = wasCut || end > bytes.count && !isTooLong
    defer { tree.context.isCut = wasCut }
    IPv6Extensions.dissect(
      &tree, bytes.extracting(0..<min(bytes.count, end)), start + 40, next, isWhole: end <= bytes.count)
    tree.end(mark)
  }

  private static func address(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int, _ field: FieldID, _ host: FieldID
  ) throws(DissectionStop) -> IPv6Address {
    let address = try tree.ipv6(field, bytes, offset)
    let range = offset..<offset + 16
    tree.hide(.ipv6Addr, range, .ipv6(address))
    for name in [host, .ipv6Host] where tree.wants(name) { tree.hide(name, range, .string(address.description)) }
    return address
  }

  private static func addTrafficClass(_ tree: inout TreeBuilder, _ word: UInt64, _ start: Int) {
    let value = word >> 20 & 0xFF
    let range = start..<start + 4
    let mark = tree.begin(
      .ipv6Tclass, range, .unsigned(value),
      text:
        "\(TextFormat.pattern(word, mask: 0x0FF0_0000, bits: 32, from: 28)) = Traffic class and congestion: \(TextFormat.hex(value, 2)) (\(DifferentiatedServices.text(value)))"
    )
    tree.bits(.ipv6TclassDscp, of: word, range)
    tree.bits(.ipv6TclassEcn, of: word, range)
    tree.end(mark)
  }
}
