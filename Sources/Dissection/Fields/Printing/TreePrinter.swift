public import TextOutput
import Wire

/// Prints packets' trees: as text, as JSON, as columns.
///
/// A tree has hundreds of nodes, so nothing here makes a string, an array or a dictionary for a node: names come from flat
/// memory, and values go straight into one buffer that is used again for every packet.
public struct TreePrinter: Sendable {
  /// What was printed and not yet taken.
  public var text: TextBuffer
  let words = FieldWords.all
  var members = MemberList()
  var extents = NodeExtents()

  /// - Parameter capacity: how many bytes there is room for until the buffer grows.
  public init(capacity: Int = 1 << 16) {
    text = TextBuffer(capacity: capacity)
  }

  /// What was printed, all of which was escaped on its way; the buffer is empty afterwards.
  public mutating func take() -> PrintableText {
    defer { text.removeAll() }
    return PrintableText(verbatim: text.withBytes { String(text: $0) })
  }
}

// Values.
extension TreePrinter {
  /// A value as `tshark -T fields` prints it.
  mutating func appendPlain(_ node: FieldNode, _ tree: FieldTree, _ frame: Span<UInt8>) {
    let field = words[node.field]
    switch node.value {
    case .none: if field.type == .none { text.append(byte: 0x31) }
    case .bytes: appendBytes(node, field, tree, frame)
    case .boolean(let value): text.append(byte: value ? 0x31 : 0x30)
    // tshark has a base for numbers of up to 32 bits only.
    case .unsigned(let value) where field.type == .uint64: text.append(decimal: value)
    case .unsigned(let value): text.append(value, as: field)
    case .signed(let value): text.append(signed: value)
    case .double(let value): text.append(FieldText.double(value))
    case .string(let value): append(harmless: value, tree)
    case .httpText:
      let value = tree.withBytes(of: node, frame: frame) { HTTPFieldLines.text($0, 0..<$0.count) }
      text.append(harmless: value)
    case .ethernet(let value): text.append(value)
    case .ipv4(let value): text.append(value)
    case .ipv6(let value): text.append(value)
    case .absoluteTime(FieldText.unsetTime): text.append("NULL")
    case .absoluteTime(let value): text.append(calendar: CivilTime(nanoseconds: value))
    case .relativeTime(let value): text.append(seconds: value)
    }
  }

  /// Text of the tree with what could do harm on a terminal spelled out.
  private mutating func append(harmless value: TreeText, _ tree: FieldTree) {
    if value.isHarmless { return text.append(tree.texts, value.range) }
    text.append(harmless: tree.texts.string(value))
  }

  private mutating func appendBytes(
    _ node: FieldNode, _ field: FieldWords.Entry, _ tree: FieldTree, _ frame: Span<UInt8>
  ) {
    if field.type == .protocol, node.field != .data {
      // A protocol is its own value: what its line says, or its name where that is its label.
      if node.text.isNone { return words.appendLabel(of: node.field, to: &text) }
      if words.isLabel(tree.texts, node.text.range, of: node.field) {
        return words.appendName(of: node.field, to: &text)
      }
      return text.append(tree.texts, node.text.range)
    }
    if field.type == .none { return text.append(byte: 0x31) }
    // Padding alone may be empty, in Wireshark's view.
    if node.range.isEmpty { return text.append(node.field == .ipv6OptPadn ? "<none>" : "<MISSING>") }
    appendHex(node, tree, frame)
  }

  /// The node's bytes in hexadecimal.
  mutating func appendHex(
    _ node: FieldNode, _ tree: FieldTree, _ frame: Span<UInt8>, separator: UInt8 = 0, limit: Int = .max
  ) {
    if node.buffer == 0 {
      let range = node.range.clamped(to: 0..<frame.count)
      text.append(hex: frame.extracting(range).extracting(first: limit), separator: separator)
    } else {
      let bytes = tree.buffers[Int(node.buffer)].bytes
      let range = node.range.clamped(to: 0..<bytes.count)
      text.append(hex: bytes.span.extracting(range).extracting(first: limit), separator: separator)
    }
  }

  /// A value as a tree shows it: with the value's name and its other base.
  mutating func appendDescribed(
    _ node: FieldNode, _ field: FieldWords.Entry, _ tree: FieldTree, _ frame: Span<UInt8>
  ) {
    switch node.value {
    case .boolean(let value): words.append(value, of: field, to: &text)
    case .unsigned(let value): appendDescribed(value, field)
    case .signed(let value):
      if value >= 0, field.hasValues, words.appendName(of: UInt64(value), field, to: &text) {
        text.append(" (")
        text.append(signed: value)
        return text.append(byte: 0x29)
      }
      text.append(signed: value)
    case .relativeTime(let value):
      text.append(seconds: value)
      text.append(" seconds")
    case .bytes:
      appendHex(node, tree, frame, limit: Self.shownBytes)
      if node.range.count > Self.shownBytes { text.append("…") }
    default: appendPlain(node, tree, frame)
    }
  }

  /// How many bytes of a value are shown on its line, as in Wireshark.
  private static let shownBytes = 36

  private mutating func appendDescribed(_ value: UInt64, _ field: FieldWords.Entry) {
    if field.hasValues {
      let hasName = words.appendName(of: value, field, to: &text)
      if !hasName { text.append("Unknown") }
      if hasName, field.hidesNumber { return }
      text.append(" (")
      text.append(value, ofBits: field)
      return text.append(byte: 0x29)
    }
    text.append(value, ofBits: field)
    switch field.base {
    case .hexDec:
      text.append(" (")
      text.append(decimal: value)
      text.append(byte: 0x29)
    case .decHex:
      text.append(" (")
      text.append(hex: value, digits: field.type.bits / 4)
      text.append(byte: 0x29)
    default: break
    }
  }
}
