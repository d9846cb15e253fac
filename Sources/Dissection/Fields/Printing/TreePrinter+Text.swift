import TextOutput
import Wire

// Trees as `tshark -V` shows them.

extension TreePrinter {
  /// Prints a tree, a line for each node.
  ///
  /// - Parameter only: the protocols that are opened; the others have their first line alone. nil for all.
  public mutating func appendText(_ tree: FieldTree, _ frame: Span<UInt8>, only: Set<FieldID>? = nil) {
    var isOpen = true
    for index in tree.nodes.indices {
      let node = tree.nodes[index]
      if node.traits.contains(.hidden) { continue }
      if node.depth == 0 { isOpen = only?.contains(node.field) ?? true } else if !isOpen { continue }
      text.append(spaces: Int(node.depth) &* 4)
      appendLine(node, tree, frame)
      text.append(byte: 0x0A)
    }
  }

  /// The line of `-V`, without indentation.
  private mutating func appendLine(_ node: FieldNode, _ tree: FieldTree, _ frame: Span<UInt8>) {
    let isGenerated = node.traits.contains(.generated)
    if !node.text.isNone {
      let isBracketed = isGenerated && !tree.texts.isFirst(0x5B, of: node.text)
      if isBracketed { text.append(byte: 0x5B) }
      text.append(tree.texts, node.text.range)
      if isBracketed { text.append(byte: 0x5D) }
      return
    }
    if isGenerated { text.append(byte: 0x5B) }
    appendLabelled(node, tree, frame)
    if isGenerated { text.append(byte: 0x5D) }
  }

  private mutating func appendLabelled(_ node: FieldNode, _ tree: FieldTree, _ frame: Span<UInt8>) {
    let field = words[node.field]
    if field.kind == .presence || field.kind == .protocol { return words.appendLabel(of: node.field, to: &text) }
    // A mask in the table says nothing about bits where the value is text.
    let isBits = field.kind == .unsigned || field.kind == .signed || field.kind == .boolean
    if field.mask != 0, isBits {
      text.append(pattern: Self.bits(of: node.value, field.mask), mask: field.mask, bits: field.patternBits)
      text.append(" = ")
    }
    words.appendLabel(of: node.field, to: &text)
    text.append(": ")
    appendDescribed(node, tree, frame)
  }

  /// The number that the value is a part of, with all other bits zero.
  private static func bits(of value: NodeValue, _ mask: UInt64) -> UInt64 {
    switch value {
    case .unsigned(let value): value << UInt64(mask.trailingZeroBitCount & 63)
    case .boolean(let value): value ? mask : 0
    default: 0
    }
  }
}
