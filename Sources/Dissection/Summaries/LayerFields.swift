import TextOutput
import Wire

/// The nodes of one protocol in a packet's tree.
struct LayerFields {
  let tree: FieldTree
  let range: Range<Int>

  /// The number of bytes of the protocol.
  var length: Int { tree.nodes[range.lowerBound].range.count }

  private func node(_ field: FieldID) -> FieldNode? {
    for index in range where tree.nodes[index].field == field { return tree.nodes[index] }
    return nil
  }

  func has(_ field: FieldID) -> Bool { node(field) != nil }

  /// The first value of a field, if it is a number or a boolean.
  func number(_ field: FieldID) -> UInt64? { node(field).flatMap { Self.number($0) } }

  /// All values of a field, in order.
  func numbers(_ field: FieldID) -> [UInt64] {
    range.lazy.filter { tree.nodes[$0].field == field }.compactMap { Self.number(tree.nodes[$0]) }
  }

  func isTrue(_ field: FieldID) -> Bool { number(field) ?? 0 != 0 }

  /// The first value of a field, if it is a text.
  func text(_ field: FieldID) -> String? {
    guard case .string(let text)? = node(field)?.value else { return nil }
    return tree.texts.string(text)
  }

  /// The first value of a field, if it is an address.
  func address(_ field: FieldID) -> PrintableText? { node(field).flatMap { address(of: $0) } }

  /// All addresses that one of these fields has, in order.
  func addresses(_ fields: [FieldID]) -> [PrintableText] {
    range.lazy.filter { fields.contains(tree.nodes[$0].field) }.compactMap { address(of: tree.nodes[$0]) }
  }

  /// The number of bytes from which the first node of a field is made.
  func length(of field: FieldID) -> Int? { node(field)?.range.count }

  /// The nodes from each one of a field to the next.
  func groups(_ field: FieldID) -> [LayerFields] {
    let starts = range.filter { tree.nodes[$0].field == field }
    return zip(starts, starts.dropFirst() + [range.upperBound]).map { LayerFields(tree: tree, range: $0..<$1) }
  }

  private static func number(_ node: FieldNode) -> UInt64? {
    switch node.value {
    case .boolean(let value): value ? 1 : 0
    case .unsigned(let value): value
    case .signed(let value): UInt64(exactly: value)
    default: nil
    }
  }

  private func address(of node: FieldNode) -> PrintableText? {
    switch node.value {
    case .ethernet(let address): "\(address.description)"
    case .ipv4(let address): "\(address.description)"
    case .ipv6(let address): "\(address.description)"
    case .string(let text): "\(tree.texts.string(text))"
    default: nil
    }
  }
}
