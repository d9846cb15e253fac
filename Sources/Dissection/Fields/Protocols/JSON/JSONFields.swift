import TextOutput

/// The nodes of a JSON document.
struct JSONFields {
  let nodes: [JSONNode]
  /// Where the document begins in its buffer.
  let start: Int
  private var index = 0

  init(nodes: [JSONNode], start: Int) {
    self.nodes = nodes
    self.start = start
  }

  /// Adds every document in the text.
  mutating func add(to tree: inout TreeBuilder, _ bytes: Span<UInt8>) {
    while index < nodes.count { add(to: &tree, bytes, path: "", key: nil) }
  }

  private func place(_ range: Range<Int>) -> Range<Int> { start + range.lowerBound..<start + range.upperBound }

  /// Adds the value at `index` and what is in it.
  private mutating func add(to tree: inout TreeBuilder, _ bytes: Span<UInt8>, path: String, key: String?) {
    let node = nodes[index]
    let range = place(node.range)
    switch node.kind {
    case .object:
      let mark = tree.begin(.jsonObject, range, .none, text: "Object")
      index += 1
      while index < nodes.count, nodes[index].depth > node.depth { addMember(to: &tree, bytes, path: path) }
      tree.end(mark)
    case .array:
      let mark = tree.begin(.jsonArray, range, .none, text: "Array")
      index += 1
      while index < nodes.count, nodes[index].depth > node.depth {
        add(to: &tree, bytes, path: path + "/[]", key: "[]")
      }
      tree.end(mark)
    default:
      index += 1
      addScalar(node, range, to: &tree, bytes, path: path, key: key)
    }
  }

  private mutating func addMember(to tree: inout TreeBuilder, _ bytes: Span<UInt8>, path: String) {
    let node = nodes[index]
    let nameRange = place(node.name ?? node.start..<node.start)
    let name = JSONText.unescaped(bytes, JSONText.inside(nameRange))
    let mark = tree.begin(
      .jsonMember, nameRange.lowerBound..<max(nameRange.upperBound, start + node.end), .string(name),
      text: "Member: \(name)")
    let inner = tree.needs.paths || tree.wantsText ? path + "/" + name : path
    add(to: &tree, bytes, path: inner, key: name)
    tree.add(.jsonKey, nameRange, .string(name))
    if tree.wants(.jsonPath) { tree.add(.jsonPath, nameRange, .string(inner), traits: .generated) }
    tree.end(mark)
  }

  private func addScalar(
    _ node: JSONNode, _ range: Range<Int>, to tree: inout TreeBuilder, _ bytes: Span<UInt8>, path: String, key: String?
  ) {
    let isString = node.kind == .string
    let inside = isString ? JSONText.inside(range) : range
    let text = isString ? JSONText.unescaped(bytes, inside) : bytes.text(range)
    if tree.wants(.jsonPathWithValue), key != nil {
      tree.add(.jsonPathWithValue, range, .string("\(path):\(text)"), traits: .generated)
    }
    if tree.wants(.jsonMemberWithValue), let key {
      tree.add(.jsonMemberWithValue, range, .string("\(key):\(text)"), traits: .generated)
    }
    switch node.kind {
    case .string: tree.add(.jsonValueString, inside, .string(text))
    case .number: tree.add(.jsonValueNumber, range, .string(text))
    case .true: tree.add(.jsonValueTrue, range, .none, text: "True value")
    case .false: tree.add(.jsonValueFalse, range, .none, text: "False value")
    default: tree.add(.jsonValueNull, range, .none, text: "Null value")
    }
  }
}
