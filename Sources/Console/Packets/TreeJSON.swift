import Dissection
import TextOutput
import Wire

/// A packet's tree and its buffers as JSON: a node for each line of `headwind capture -V`.
enum TreeJSON {
  static func append(_ tree: FieldTree, _ frame: Frame, _ bytes: Span<UInt8>, to text: inout TextBuffer) {
    text.append("{\"number\":")
    text.append(json: frame.number)
    text.append(",\"time\":")
    text.append(nanoseconds: frame.timestamp.nanoseconds)
    text.append(",\"buffers\":[")
    for (place, buffer) in tree.buffers.enumerated() {
      text.append(place > 0 ? ",{\"name\":" : "{\"name\":")
      text.append(jsonString: buffer.name)
      text.append(",\"base64\":")
      text.append(jsonBase64: place == 0 ? bytes : buffer.bytes.span)
      text.append("}")
    }
    text.append("],\"nodes\":[")
    appendNodes(tree, bytes, to: &text)
    text.append("]}\n")
  }

  private static func appendNodes(_ tree: FieldTree, _ bytes: Span<UInt8>, to text: inout TextBuffer) {
    var printer = TreePrinter()
    printer.appendText(tree, bytes)
    let lines = printer.text.withBytes { String(text: $0) }.split(separator: "\n", omittingEmptySubsequences: false)
    let nodes = tree.nodes.filter { !$0.traits.contains(.hidden) }
    for (place, (node, line)) in zip(nodes, lines).enumerated() {
      text.append(place > 0 ? ",\n{\"depth\":" : "{\"depth\":")
      text.append(json: Int(node.depth))
      text.append(",\"text\":")
      text.append(jsonString: String(line.drop { $0 == " " }))
      text.append(",\"field\":")
      text.append(jsonString: node.field.field.name)
      text.append(",\"buffer\":")
      text.append(json: Int(node.buffer))
      text.append(",\"start\":")
      text.append(json: node.range.lowerBound)
      text.append(",\"end\":")
      text.append(json: node.range.upperBound)
      text.append(",\"filter\":")
      text.append(jsonString: filter(node, tree, bytes))
      text.append("}")
    }
  }

  /// The display filter that finds packets with the same value; nil if the field has no value that can be written.
  private static func filter(_ node: FieldNode, _ tree: FieldTree, _ bytes: Span<UInt8>) -> String? {
    let name = node.field.field.name
    switch tree.value(of: node, frame: bytes) {
    case .boolean(let value): return "\(name) == \(value ? 1 : 0)"
    case .unsigned(let value): return "\(name) == \(value)"
    case .signed(let value): return "\(name) == \(value)"
    case .ipv4(let value): return "\(name) == \(value)"
    case .ipv6(let value): return "\(name) == \(value)"
    case .ethernet(let value): return "\(name) == \(value)"
    case .string(let value): return quoted(value).map { "\(name) == \($0)" }
    default: return node.field == .text ? nil : name
    }
  }

  /// Long texts and those with control characters are not for a line that people read.
  private static func quoted(_ text: String) -> String? {
    guard text.utf8.count <= 200, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      return nil
    }
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
