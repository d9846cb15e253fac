import Exchanges
import TextOutput

/// The nodes of a JSON document.
///
/// A member has six nodes, whose texts overlap: in `/page/title:News` are its path, its key, its value, and the two together.
/// So they are written once, and the nodes have parts of it.
struct JSONFields {
  private let nodes: [JSONNode]
  /// Where the document begins in its buffer.
  private let start: Int
  private let wants: Wants
  private var index = 0

  /// Which of the nodes are asked for, in a form that costs nothing to look at.
  private struct Wants {
    let member, key, path, pathWithValue, memberWithValue, string, number: Bool
    /// Whether the paths of values are part of any node.
    let paths: Bool

    init(_ tree: TreeBuilder) {
      member = tree.wants(.jsonMember)
      key = tree.wants(.jsonKey)
      path = tree.wants(.jsonPath)
      pathWithValue = tree.wants(.jsonPathWithValue)
      memberWithValue = tree.wants(.jsonMemberWithValue)
      string = tree.wants(.jsonValueString)
      number = tree.wants(.jsonValueNumber)
      paths = tree.needs.paths || tree.wantsText
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

  private func place(_ range: Range<Int>) -> Range<Int> { start &+ range.lowerBound..<start &+ range.upperBound }

  /// Adds the value at `index` and what is in it.
  private mutating func add(to tree: inout TreeBuilder, _ bytes: Span<UInt8>, path: TreeText, name: Name?) {
    // Texts take room also where no node does.
    guard tree.hasRoom() else { return index = nodes.count }
    let node = nodes[index]
    let range = place(node.range)
    switch node.kind {
    case .object:
      let mark = tree.begin(.jsonObject, range)
      index &+= 1
      while index < nodes.count, nodes[index].depth > node.depth { addMember(to: &tree, bytes, path: path) }
      tree.end(mark)
    case .array:
      let mark = tree.begin(.jsonArray, range)
      index &+= 1
      let name = write(Self.element.span, 0..<Self.element.count, below: path, in: &tree)
      while index < nodes.count, nodes[index].depth > node.depth {
        add(to: &tree, bytes, path: name.path, name: name)
      }
      tree.end(mark)
    default:
      index &+= 1
      addScalar(node, range, to: &tree, bytes, name)
    }
  }

  private mutating func addMember(to tree: inout TreeBuilder, _ bytes: Span<UInt8>, path: TreeText) {
    guard tree.hasRoom() else { return index = nodes.count }
    let node = nodes[index]
    let nameRange = place(node.name ?? node.start..<node.start)
    let name = write(key: bytes, JSONText.inside(nameRange), below: path, in: &tree)
    let mark = tree.mark(.jsonMember)
    if wants.member, tree.hasRoom() {
      tree.append(
        .jsonMember, nameRange.lowerBound..<max(nameRange.upperBound, start + node.end), .string(name.key))
    }
    tree.goBelow()
    add(to: &tree, bytes, path: name.path, name: name)
    if wants.key, tree.hasRoom() { tree.append(.jsonKey, nameRange, .string(name.key)) }
    if wants.path, tree.hasRoom() { tree.append(.jsonPath, nameRange, .string(name.path), .generated) }
    tree.end(mark)
  }

  private func addScalar(
    _ node: JSONNode, _ range: Range<Int>, to tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ name: Name?
  ) {
    if wants.value(node.kind), tree.hasRoom() {
      let value = addTexts(node, range, to: &tree, bytes, name)
      if node.kind == .string, wants.string, tree.hasRoom() {
        tree.append(.jsonValueString, JSONText.inside(range), .string(value))
      }
      if node.kind == .number, wants.number, tree.hasRoom() { tree.append(.jsonValueNumber, range, .string(value)) }
    }
    switch node.kind {
    case .true: tree.add(.jsonValueTrue, range)
    case .false: tree.add(.jsonValueFalse, range)
    case .null: tree.add(.jsonValueNull, range)
    default: break
    }
  }

  /// Adds a value's text behind the path that it has, and the nodes of the two together.
  ///
  /// - Returns: the value alone.
  private func addTexts(
    _ node: JSONNode, _ range: Range<Int>, to tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ name: Name?
  ) -> TreeText {
    let start = tree.tree.texts.count
    // The path was written last where the value is that of a member.
    let isAtEnd = name?.path.range.upperBound == start
    let path = name.map { isAtEnd ? start..<start : $0.path.range }
    let value = write(node, range, bytes, behind: path, in: &tree.tree.texts)
    guard let name else { return value }
    let first = isAtEnd ? name.path.range.lowerBound : start
    let end = value.range.upperBound
    if wants.pathWithValue, tree.hasRoom() {
      tree.append(.jsonPathWithValue, range, .string(name.path.extended(by: value, first..<end)), .generated)
    }
    if wants.memberWithValue, tree.hasRoom() {
      let key = first &+ name.path.count &- name.key.count
      tree.append(.jsonMemberWithValue, range, .string(name.key.extended(by: value, key..<end)), .generated)
    }
    return value
  }
}

// Texts.
extension JSONFields {
  /// What the elements of arrays are called.
  private static let element = Array("[]".utf8)

  /// Writes a path that ends in a member's key.
  private func write(
    key bytes: Span<UInt8>, _ range: Range<Int>, below path: TreeText, in tree: inout TreeBuilder
  ) -> Name {
    if TextSurvey(bytes, range).hasSpecials {
      let key = JSONText.unescaped(bytes, range)
      return key.withBytes { write($0, 0..<$0.count, below: path, in: &tree) }
    }
    return write(bytes, range, below: path, in: &tree)
  }

  private func write(
    _ key: Span<UInt8>, _ range: Range<Int>, below path: TreeText, in tree: inout TreeBuilder
  ) -> Name {
    let start = tree.tree.texts.count
    if wants.paths {
      tree.tree.texts.repeatText(path.range, UInt8(ascii: "/"), key, range)
    } else {
      tree.tree.texts.append(key, range)
    }
    let end = tree.tree.texts.count
    let text = TreeText(end &- range.count..<end, TextSurvey(key, range))
    return Name(path: path.extended(by: text, start..<end), key: text)
  }

  /// Writes a value, behind a colon and a path where there is one.
  private func write(
    _ node: JSONNode, _ range: Range<Int>, _ bytes: Span<UInt8>, behind path: Range<Int>?, in texts: inout TextBuffer
  ) -> TreeText {
    let inside = node.kind == .string ? JSONText.inside(range) : range
    let survey = TextSurvey(bytes, inside)
    // A string that breaks off may do so within a character.
    if survey.hasSpecials || !node.isWhole && !survey.isASCII {
      let text = JSONText.unescaped(bytes, inside)
      return text.withBytes { write($0, 0..<$0.count, TextSurvey($0, 0..<$0.count), path, &texts) }
    }
    return write(bytes, inside, survey, path, &texts)
  }

  private func write(
    _ value: Span<UInt8>, _ range: Range<Int>, _ survey: TextSurvey, _ path: Range<Int>?, _ texts: inout TextBuffer
  ) -> TreeText {
    if let path {
      texts.repeatText(path, UInt8(ascii: ":"), value, range)
    } else {
      texts.append(value, range)
    }
    return TreeText(texts.count &- range.count..<texts.count, survey)
  }
}
