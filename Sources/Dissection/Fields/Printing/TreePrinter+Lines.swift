import TextOutput
public import Wire

// Trees for bulk loading, in the shape of `tshark -T ek`.

extension TreePrinter {
  /// One packet as two lines: what to do, and an object with every field in its protocol's object.
  public mutating func appendLines(_ tree: FieldTree, _ packet: Frame, _ frame: Span<UInt8>) {
    text.append("{\"index\": {")
    appendIndex(packet)
    text.append("}}\n{\"timestamp\":\"")
    text.append(signed: packet.timestamp.nanoseconds / 1_000_000)
    text.append("\",\"layers\":")
    appendLayers(tree, frame)
    text.append("}\n")
  }

  private mutating func appendLayers(_ tree: FieldTree, _ frame: Span<UInt8>) {
    extents.measure(tree.nodes)
    let start = members.begin()
    var index = 0
    while index < tree.nodes.count {
      let end = extents[index]
      if tree.nodes[index].depth == 0 {
        members.add(.field(named(tree.nodes[index].field), isTree: false), .object, node: index, end: end)
      }
      index = end
    }
    let end = members.count
    text.append(byte: 0x7B)
    for place in start..<end where members[place].last >= 0 {
      words.appendMember(tree.nodes[members[place].node].field, isTree: false, isFirst: place == start, to: &text)
      beginValues(of: members[place])
      var next = place
      while next >= 0 {
        let member = members[next]
        if next != place { text.append(", ") }
        appendFields(tree, frame, member.node &+ 1..<member.end, layer: tree.nodes[member.node].field)
        next = member.next
      }
      endValues(of: members[place])
    }
    text.append(byte: 0x7D)
    members.end(start)
  }

  /// All fields of a range, whatever their depths; a finding is an object of its own.
  private mutating func appendFields(
    _ tree: FieldTree, _ frame: Span<UInt8>, _ range: Range<Int>, layer: FieldID
  ) {
    let start = members.begin()
    var index = range.lowerBound
    while index < range.upperBound {
      let field = tree.nodes[index].field
      let isFinding = field == .expert
      let end = isFinding ? min(extents[index], range.upperBound) : index &+ 1
      members.add(.field(named(field), isTree: false), isFinding ? .object : .value, node: index, end: end)
      index = end
    }
    let end = members.count
    text.append(byte: 0x7B)
    for place in start..<end where members[place].last >= 0 {
      if place > start { text.append(", ") }
      appendKey(of: tree.nodes[members[place].node].field, in: layer)
      beginValues(of: members[place])
      var next = place
      while next >= 0 {
        let member = members[next]
        if next != place { text.append(", ") }
        switch member.content {
        case .value: appendTyped(tree.nodes[member.node], tree, frame)
        case .object: appendFields(tree, frame, member.node &+ 1..<member.end, layer: layer)
        }
        next = member.next
      }
      endValues(of: members[place])
    }
    text.append(byte: 0x7D)
    members.end(start)
  }

  /// What has no field is text; a protocol within another, as options are, keeps its own name.
  private mutating func appendKey(of field: FieldID, in layer: FieldID) {
    if field == .text { return text.append("\"text\": ") }
    let entry = words[field]
    if entry.kind == .protocol {
      words.appendMember(key: field, in: nil, to: &text)
    } else {
      words.appendMember(key: field, in: entry.isOwn ? .expert : layer, to: &text)
    }
  }

  /// A value of `-T ek`: truth as such, and times that programs can read.
  private mutating func appendTyped(_ node: FieldNode, _ tree: FieldTree, _ frame: Span<UInt8>) {
    switch node.value {
    case _ where node.field == .text: text.append(jsonString: Self.label(node, tree))
    case .none, .absoluteTime(FieldText.unsetTime): text.append("null")
    case .boolean(let value): text.append(json: value)
    case .absoluteTime(let time):
      text.append(byte: 0x22)
      text.append(standard: CivilTime(nanoseconds: time))
      text.append(byte: 0x22)
    default: appendJSONValue(node, tree, frame)
    }
  }
}
