/// A packet's tree as text, as `tshark -V` shows it.
public enum FieldTreeText {
  /// - Parameter only: the protocols that are opened; the others have their first line alone. nil for all.
  public static func text(_ tree: FieldTree, _ frame: Span<UInt8>, only: Set<FieldID>? = nil) -> String {
    var text = ""
    var isOpen = true
    for node in tree.nodes where !node.traits.contains(.hidden) {
      if node.depth == 0 { isOpen = only?.contains(node.field) ?? true } else if !isOpen { continue }
      let bytes = node.value == .bytes ? tree.bytes(of: node, frame: frame) : []
      text += String(repeating: "    ", count: Int(node.depth)) + node.line(bytes: bytes) + "\n"
    }
    return text
  }
}

extension FieldTree {
  /// What a field holds, as `tshark -T fields` prints it.
  public func values(of field: FieldID, frame: Span<UInt8>) -> [String] {
    var values: [String] = []
    for node in nodes where node.field == field {
      let bytes = node.value == .bytes ? self.bytes(of: node, frame: frame) : []
      values.append(FieldText.plain(node, bytes: bytes))
    }
    return values
  }
}
