import Wire

/// Ethernet II and IEEE 802.3.
enum EthernetDissector {
  static let dissector = Dissector("eth") { (tree, bytes, start) throws(DissectionStop) in
    try bytes.need(14, at: start)
    let type = try bytes.number(2, at: start + 12)
    let isLength = type < 0x0600
    let mark = tree.beginProtocol(
      .eth, start..<start + 14, text: title(bytes, start, isLength))
    let destination = tree.begin(.ethDst, start..<start + 6, .ethernet(address(bytes, start)))
    try addAddress(&tree, bytes, start, resolved: .ethDstResolved, lg: .ethDstLg, ig: .ethDstIg)
    tree.end(destination)
    let source = tree.begin(.ethSrc, start + 6..<start + 12, .ethernet(address(bytes, start + 6)))
    try addAddress(&tree, bytes, start + 6, resolved: .ethSrcResolved, lg: .ethSrcLg, ig: .ethSrcIg)
    tree.end(source)
    try tree.number(isLength ? .ethLen : .ethType, bytes, start + 12, 2)
    tree.end(mark)
    if isLength {
      let end = min(bytes.count, start + 14 + Int(type))
      tree.context.networkEnd = end
      tree.run(LLCDissector.dissector, bytes.extracting(0..<end), start + 14)
    } else {
      tree.dispatch(etherType: UInt16(truncatingIfNeeded: type), bytes, start + 14)
    }
    addTrailer(&tree, bytes, start, mark)
  }

  private static func title(_ bytes: Span<UInt8>, _ start: Int, _ isLength: Bool) -> String {
    let (destination, source) = (address(bytes, start), address(bytes, start + 6))
    return "\(isLength ? "IEEE 802.3 Ethernet" : "Ethernet II, Src: \(source), Dst: \(destination)")"
  }

  /// The address at an offset that was checked to have one.
  private static func address(_ bytes: Span<UInt8>, _ offset: Int) -> MACAddress {
    MACAddress(rawValue: bytes.uint48(at: offset))
  }

  private static func addAddress(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int, resolved: FieldID, lg: FieldID, ig: FieldID
  ) throws(DissectionStop) {
    let range = offset..<offset + 6
    let high = try bytes.number(3, at: offset)
    if tree.wants(resolved) { tree.hide(resolved, range, .string(address(bytes, offset).description)) }
    tree.add(.ethAddr, range, .ethernet(address(bytes, offset)))
    if tree.wants(.ethAddrResolved) {
      tree.hide(.ethAddrResolved, range, .string(address(bytes, offset).description))
    }
    tree.hideBits(lg, of: high, offset..<offset + 3)
    tree.bits(.ethLg, of: high, offset..<offset + 3)
    tree.hideBits(ig, of: high, offset..<offset + 3)
    tree.bits(.ethIg, of: high, offset..<offset + 3)
  }

  /// What follows the network packet: zeros up to the shortest frame are padding, anything else is a trailer.
  private static func addTrailer(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ mark: NodeMark) {
    guard let end = tree.context.networkEnd, end < bytes.count, tree.wants(.ethPadding) || tree.wants(.ethTrailer)
    else { return }
    var nodes: [FieldNode] = []
    var rest = end
    let shortest = min(bytes.count, start + 60)
    if end < shortest, (end..<shortest).allSatisfy({ bytes[$0] == 0 }) {
      rest = shortest
      nodes.append(node(.ethPadding, end..<shortest))
    }
    if rest < bytes.count { nodes.append(node(.ethTrailer, rest..<bytes.count)) }
    nodes.removeAll { !tree.wants($0.field) }
    let first = (mark.index ?? -1) + 1
    let place = tree.tree.nodes.indices.dropFirst(first).first { tree.tree.nodes[$0].depth == 0 }
    tree.tree.nodes.insert(contentsOf: nodes, at: place ?? tree.tree.nodes.count)
  }

  private static func node(_ field: FieldID, _ range: Range<Int>) -> FieldNode {
    FieldNode(field: field, value: .bytes, range: range, depth: 1, buffer: 0, traits: [], text: nil)
  }
}
