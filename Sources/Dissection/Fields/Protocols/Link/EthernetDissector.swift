import TextOutput
import Wire

/// Ethernet II and IEEE 802.3.
enum EthernetDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.ethernet, entries: [.ipProtocol(143, to: dissector)],
    summaries: [summary])

  static let dissector = Dissector("eth") { (tree, bytes, start) throws(DissectionStop) in
    guard bytes.count >= start + 14 else {
      tree.noteProtocol("eth")
      throw .bounds
    }
    let type = try bytes.number(2, at: start + 12)
    let isLength = type < 0x0600
    let mark = tree.beginProtocol(.eth, start..<start + 14)
    tree.setLine(mark) { appendTitle(bytes, start, isLength, to: &$0) }
    let destination = tree.begin(.ethDst, start..<start + 6, .ethernet(address(bytes, start)))
    try addAddress(&tree, bytes, start, resolved: .ethDstResolved, oui: .ethDstOui, lg: .ethDstLg, ig: .ethDstIg)
    tree.end(destination)
    let source = tree.begin(.ethSrc, start + 6..<start + 12, .ethernet(address(bytes, start + 6)))
    try addAddress(&tree, bytes, start + 6, resolved: .ethSrcResolved, oui: .ethSrcOui, lg: .ethSrcLg, ig: .ethSrcIg)
    tree.end(source)
    if bytes[start + 6] & 1 == 1 {
      tree.expert(.ethSrcNotGroup, .warning)
    }
    try tree.number(isLength ? .ethLen : .ethType, bytes, start + 12, 2)
    tree.end(mark)
    if isLength {
      let end = min(bytes.count, start + 14 + Int(type))
      tree.context.networkEnd = end
      tree.run(LLCDissector.dissector, bytes.extracting(0..<end), start + 14)
    } else {
      tree.dispatch(etherType: UInt16(truncatingIfNeeded: type), bytes, start + 14)
    }
    // A frame that a packet carries has no trailer of its own.
    if start == 0, tree.buffer == 0 { EthernetTrailer.add(&tree, bytes) }
  }

  private static func appendTitle(_ bytes: Span<UInt8>, _ start: Int, _ isLength: Bool, to line: inout TextBuffer) {
    if isLength { return line.append("Ethernet (IEEE 802.3)") }
    line.append("Ethernet from ", address(bytes, start + 6))
    line.append(" to ", address(bytes, start))
  }

  /// The address at an offset that was checked to have one.
  private static func address(_ bytes: Span<UInt8>, _ offset: Int) -> MACAddress {
    MACAddress(rawValue: bytes.uint48(at: offset))
  }

  private static func addAddress(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int, resolved: FieldID, oui: FieldID, lg: FieldID,
    ig: FieldID
  ) throws(DissectionStop) {
    let range = offset..<offset + 6
    let high = try bytes.number(3, at: offset)
    tree.hideAddress(resolved, range, address(bytes, offset))
    tree.hide(oui, offset..<offset + 3, .unsigned(high))
    tree.add(.ethAddr, range, .ethernet(address(bytes, offset)))
    tree.hideAddress(.ethAddrResolved, range, address(bytes, offset))
    tree.hide(.ethAddrOui, offset..<offset + 3, .unsigned(high))
    tree.hideBits(lg, of: high, offset..<offset + 3)
    tree.bits(.ethLg, of: high, offset..<offset + 3)
    tree.hideBits(ig, of: high, offset..<offset + 3)
    tree.bits(.ethIg, of: high, offset..<offset + 3)
  }
}

extension TreeBuilder {
  /// Adds the name of an address, which is the address itself, as what is found but not shown.
  fileprivate mutating func hideAddress(_ field: FieldID, _ range: Range<Int>, _ address: MACAddress) {
    guard wants(field), hasRoom() else { return }
    let start = tree.texts.count
    tree.texts.append(address)
    append(field, range, .string(tree.texts.text(from: start)), .hidden)
  }
}
