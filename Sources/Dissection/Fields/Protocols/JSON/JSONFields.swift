import Exchanges
import TextOutput

/// The nodes of a JSON document.
///
/// A member has six nodes, whose texts overlap: in `/page/title:News` are its path, its key, its value, and the two together.
/// So they are written once, and the nodes have parts of it.
struct JSONFields {
  let nodes: [JSONNode]
  /// Where the document begins in its buffer.
  let start: Int
  private let wants: Wants
  private var index = 0

  /// Which of the nodes are asked for, in a form that costs nothing to look at.
  private struct Wants {
    let path, pathWithValue, memberWithValue, string, number: Bool

    init(_ tree: TreeBuilder) {
      path = tree.wants(.jsonPath)
      pathWithValue = tree.wants(.jsonPathWithValue)
      memberWithValue = tree.wants(.jsonMemberWithValue)
      string = tree.wants(.jsonValueString)
      number = tree.wants(.jsonValueNumber)
    }

    /// Whether a value's text is part of any node.
    func value(_ kind: JSONNode.Kind) -> Bool {
      pathWithValue || memberWithValue || kind == .string && string || kind == .number && number
    }
  }

  /// What a value is called: its path in the tree's texts, and the end of that which is its key.
  private struct Name {
    let path: TreeText
    let key: TreeText
  }

  init(nodes: [JSONNode], start: Int, for tree: TreeBuilder) {
    self.nodes = nodes
    self.start = start
    wants = Wants(tree)
  }

  /// Adds every document in the text.
  mutating func add(to tree: inout TreeBuilder, _ bytes: Span<UInt8>) {
    let root = tree.tree.texts.text(from: tree.tree.texts.count)
    while index < nodes.count { add(to: &tree, bytes, path: root, name: nil) }
  }

  private func place(_ range: Range<Int>) -> Range<Int> { start + range.lowerBound..<start + range.upperBound }

  /// Adds the value at `index` and what is in it.
  private mutating func add(to tree: inout TreeBuilder, _ bytes: Span<UInt8>, path: TreeText, name: Name?) {
    // Texts take room also where no node does.
    guard tree.hasRoom() else { return index = nodes.count }
    let node = nodes[index]
    let range = place(node.range)
    switch node.kind {
    case .object:
      let mark = tree.begin(.jsonObject, range, line: { $0.append("Object") })
      index += 1
      while index < nodes.count, nodes[index].depth > node.depth { addMember(to: &tree, bytes, path: path) }
      tree.end(mark)
    case .array:
      let mark = tree.begin(.jsonArray, range, line: { $0.append("Array") })
      index += 1
      let key = tree.tree.texts.keep("[]")
      let name = Self.name(key, below: path, in: &tree)
      while index < nodes.count, nodes[index].depth > node.depth {
        add(to: &tree, bytes, path: name.path, name: name)
      }
      tree.end(mark)
    default:
      index += 1
      addScalar(node, range, to: &tree, bytes, name)
    }
  }

  private mutating func addMember(to tree: inout TreeBuilder, _ bytes: Span<UInt8>, path: TreeText) {
    guard tree.hasRoom() else { return index = nodes.count }
    let node = nodes[index]
    let nameRange = place(node.name ?? node.start..<node.start)
    let key = tree.tree.texts.keepJSON(bytes, JSONText.inside(nameRange))
    let mark = tree.mark(.jsonMember)
    if tree.wants(.jsonMember), tree.hasRoom() {
      let text = tree.wantsLines ? Self.line(of: key, in: &tree) : .none
      tree.append(
        .jsonMember, nameRange.lowerBound..<max(nameRange.upperBound, start + node.end), .string(key), text: text)
    }
    tree.goBelow()
    let name = Self.name(key, below: path, in: &tree)
    add(to: &tree, bytes, path: name.path, name: name)
    if tree.wants(.jsonKey), tree.hasRoom() { tree.append(.jsonKey, nameRange, .string(key)) }
    if wants.path, tree.hasRoom() { tree.append(.jsonPath, nameRange, .string(name.path), .generated) }
    tree.end(mark)
  }

  /// The line of a member.
  private static func line(of key: TreeText, in tree: inout TreeBuilder) -> TreeText {
    guard key.isHarmless else {
      let line: PrintableText = "Member: \(tree.tree.texts.string(key))"
      return tree.tree.texts.keep(line.text)
    }
    let start = tree.tree.texts.count
    tree.tree.texts.append("Member: ")
    tree.tree.texts.repeatText(key.range)
    return TreeText(start..<tree.tree.texts.count, isHarmless: true, isPlain: key.isPlain)
  }

  private static func name(_ key: TreeText, below path: TreeText, in tree: inout TreeBuilder) -> Name {
    let start = tree.tree.texts.count
    if tree.needs.paths || tree.wantsText {
      tree.tree.texts.repeatText(path.range)
      tree.tree.texts.append(byte: UInt8(ascii: "/"))
    }
    let place = tree.tree.texts.count
    tree.tree.texts.repeatText(key.range)
    let end = tree.tree.texts.count
    return Name(path: path.extended(by: key, start..<end), key: key.extended(by: key, place..<end))
  }

  private func addScalar(
    _ node: JSONNode, _ range: Range<Int>, to tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ name: Name?
  ) {
    let inside = node.kind == .string ? JSONText.inside(range) : range
    if wants.value(node.kind), tree.hasRoom() {
      let value = addTexts(inside, to: &tree, bytes, name, range, isString: node.kind == .string)
      if node.kind == .string, wants.string, tree.hasRoom() { tree.append(.jsonValueString, inside, .string(value)) }
      if node.kind == .number, wants.number, tree.hasRoom() { tree.append(.jsonValueNumber, range, .string(value)) }
    }
    switch node.kind {
    case .true: tree.add(.jsonValueTrue, range, line: { $0.append("True value") })
    case .false: tree.add(.jsonValueFalse, range, line: { $0.append("False value") })
    case .null: tree.add(.jsonValueNull, range, line: { $0.append("Null value") })
    default: break
    }
  }

  /// Adds a value's text behind the path that it has, and the nodes of the two together.
  ///
  /// - Returns: the value alone.
  private func addTexts(
    _ inside: Range<Int>, to tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ name: Name?, _ range: Range<Int>,
    isString: Bool
  ) -> TreeText {
    guard let name else { return tree.tree.texts.keepValue(bytes, inside, isString: isString) }
    let start = tree.tree.texts.count
    // The path was written last where the value is that of a member.
    let isAtEnd = name.path.range.upperBound == start
    if !isAtEnd { tree.tree.texts.repeatText(name.path.range) }
    tree.tree.texts.append(byte: UInt8(ascii: ":"))
    let value = tree.tree.texts.keepValue(bytes, inside, isString: isString)
    let first = isAtEnd ? name.path.range.lowerBound : start
    let end = tree.tree.texts.count
    if wants.pathWithValue, tree.hasRoom() {
      tree.append(.jsonPathWithValue, range, .string(name.path.extended(by: value, first..<end)), .generated)
    }
    if wants.memberWithValue, tree.hasRoom() {
      let key = first + name.path.count - name.key.count
      tree.append(.jsonMemberWithValue, range, .string(name.key.extended(by: value, key..<end)), .generated)
    }
    return value
  }
}

extension TextBuffer {
  /// Keeps a string's text with its escapes undone.
  fileprivate mutating func keepJSON(_ bytes: Span<UInt8>, _ range: Range<Int>) -> TreeText {
    // No escape is in what is plain.
    if let text = keepHarmless(bytes, range) {
      if text.isPlain { return text }
      truncate(to: text.range.lowerBound)
    }
    return keep(JSONText.unescaped(bytes, range))
  }

  /// Keeps a value's text.
  fileprivate mutating func keepValue(_ bytes: Span<UInt8>, _ range: Range<Int>, isString: Bool) -> TreeText {
    if isString { return keepJSON(bytes, range) }
    return keepHarmless(bytes, range) ?? keep(bytes.text(range))
  }
}
