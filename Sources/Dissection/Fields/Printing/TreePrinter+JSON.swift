import TextOutput
public import Wire

// Trees as JSON, in the shape of `tshark -T json --no-duplicate-keys`: what occurs more than once in an object is an array.
// Fields that a tree does not show, such as `ip.addr`, are there.

extension TreePrinter {
  /// Deeper trees lose what is below.
  private static let deepest: UInt8 = 60

  /// One packet: `{"_index": "packets-2026-11-21", "_type": "doc", "_score": null, "_source": {"layers": {...}}}`.
  public mutating func appendObject(_ tree: FieldTree, _ packet: Frame, _ frame: Span<UInt8>) {
    text.append("  {")
    appendIndex(packet)
    text.append(", \"_score\": null, \"_source\": {\"layers\": ")
    extents.measure(tree.nodes)
    appendMembers(tree, frame, 0..<tree.nodes.count, depth: 0)
    text.append("}}")
  }

  mutating func appendIndex(_ packet: Frame) {
    text.append("\"_index\": \"packets-")
    text.append(day: CivilTime(nanoseconds: packet.timestamp.nanoseconds))
    text.append("\", \"_type\": \"doc\"")
  }

  /// The nodes of a range and depth as an object, and what is below them.
  private mutating func appendMembers(_ tree: FieldTree, _ frame: Span<UInt8>, _ range: Range<Int>, depth: UInt8) {
    let start = members.begin()
    gather(tree, range, depth: depth)
    let end = members.count
    text.append(byte: 0x7B)
    for place in start..<end where members[place].last >= 0 {
      appendName(members[place], tree, isFirst: place == start)
      beginValues(of: members[place])
      var next = place
      while next >= 0 {
        let member = members[next]
        if next != place { text.append(", ") }
        switch member.content {
        case .value: appendJSONValue(tree.nodes[member.node], tree, frame)
        case .object: appendMembers(tree, frame, member.node &+ 1..<member.end, depth: depth &+ 1)
        }
        next = member.next
      }
      endValues(of: members[place])
    }
    text.append(byte: 0x7D)
    members.end(start)
  }

  private mutating func gather(_ tree: FieldTree, _ range: Range<Int>, depth: UInt8) {
    var index = range.lowerBound
    while index < range.upperBound {
      var end = extents[index]
      // The level is left out here.
      while end < range.upperBound, tree.nodes[end].depth > depth { end = extents[end] }
      let node = tree.nodes[index]
      let hasChildren = end > index &+ 1
      let isGroup = node.isNothing || depth == 0
      if !isGroup || !hasChildren { add(tree, index, isTree: false, .value, end: end) }
      if hasChildren, depth < Self.deepest { add(tree, index, isTree: !isGroup, .object, end: end) }
      index = end
    }
  }

  private mutating func add(
    _ tree: FieldTree, _ index: Int, isTree: Bool, _ content: MemberList.Content, end: Int
  ) {
    let node = tree.nodes[index]
    guard node.field == .text else {
      return members.add(.field(named(node.field), isTree: isTree), content, node: index, end: end)
    }
    let label = Self.label(node, tree)
    // What a packet says may be the name of a field that is there, too.
    if let field = FieldTable.field(named: label) {
      return members.add(.field(named(field.id), isTree: isTree), content, node: index, end: end)
    }
    members.add(label: isTree ? label + "_tree" : label, isTree: isTree, content, node: index, end: end)
  }

  /// The field that stands for all of its name.
  func named(_ field: FieldID) -> FieldID {
    words[field].sameName
  }

  private mutating func appendName(_ member: MemberList.Member, _ tree: FieldTree, isFirst: Bool) {
    switch member.name {
    case .field(let field, let isTree): words.appendMember(field, isTree: isTree, isFirst: isFirst, to: &text)
    case .label(let isTree):
      if !isFirst { text.append(", ") }
      text.append(jsonString: Self.label(tree.nodes[member.node], tree) + (isTree ? "_tree" : ""))
      text.append(": ")
    }
  }

  /// Begins an array where several values have a name.
  @inline(__always)
  mutating func beginValues(of first: MemberList.Member) {
    if first.next >= 0 { text.append(byte: 0x5B) }
  }

  /// Ends it.
  @inline(__always)
  mutating func endValues(of first: MemberList.Member) {
    if first.next >= 0 { text.append(byte: 0x5D) }
  }

  /// A value as a string of JSON.
  mutating func appendJSONValue(_ node: FieldNode, _ tree: FieldTree, _ frame: Span<UInt8>) {
    if case .string(let value) = node.value, value.isPlain {
      let range = value.range
      return tree.texts.withRoom { texts in
        text.write(atMost: range.count &+ 2 &+ MutableSpan<UInt8>.slack) { room in
          var place = 0
          room.put(0x22, counting: 1, at: &place)
          room.put(texts, range, at: &place)
          room.put(0x22, counting: 1, at: &place)
          return place
        }
      }
    }
    text.append(byte: 0x22)
    switch node.value {
    case .string(let value): tree.texts.withBytes { text.append(jsonPiece: $0.extracting(value.range)) }
    case .httpText:
      let value = tree.withBytes(of: node, frame: frame) { HTTPFieldLines.utf8($0) }
      text.append(jsonPiece: value.span)
    case .none: break
    case .bytes: appendHex(node, tree, frame, separator: 0x3A)
    default: appendPlain(node, tree, frame)
    }
    text.append(byte: 0x22)
  }

  /// What a node without a field is called: its text without the brackets of what is worked out.
  static func label(_ node: FieldNode, _ tree: FieldTree) -> String {
    let text = tree.text(of: node) ?? "text"
    guard node.traits.contains(.generated), text.hasPrefix("["), text.hasSuffix("]") else { return text }
    return String(text.dropFirst().dropLast())
  }
}
