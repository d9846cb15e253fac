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
    let nodes = tree.nodes
    let start = members.begin()
    var index = 0
    while index < nodes.count {
      var end = index + 1
      while end < nodes.count, nodes[end].depth > 0 { end += 1 }
      if nodes[index].depth == 0 {
        members.add(.field(named(nodes[index].field), isTree: false), .object, node: index, end: end)
      }
      index = end
    }
    let end = members.count
    text.append(byte: 0x7B)
    for place in start..<end where members[place].last >= 0 {
      if place > start { text.append(", ") }
      text.append(byte: 0x22)
      words.appendName(of: nodes[members[place].node].field, to: &text)
      text.append("\": ")
      appendAll(from: place) { printer, member in
        printer.appendFields(tree, frame, member.node + 1..<member.end, layer: tree.nodes[member.node].field)
      }
    }
    text.append(byte: 0x7D)
    members.end(start)
  }

  /// All fields of a range, whatever their depths; a finding is an object of its own.
  private mutating func appendFields(
    _ tree: FieldTree, _ frame: Span<UInt8>, _ range: Range<Int>, layer: FieldID
  ) {
    let nodes = tree.nodes
    let start = members.begin()
    var index = range.lowerBound
    while index < range.upperBound {
      let name = MemberList.Name.field(named(nodes[index].field), isTree: false)
      var end = index + 1
      if nodes[index].field == .expert {
        while end < range.upperBound, nodes[end].depth > nodes[index].depth { end += 1 }
        members.add(name, .object, node: index, end: end)
      } else {
        members.add(name, .value, node: index, end: end)
      }
      index = end
    }
    let end = members.count
    text.append(byte: 0x7B)
    for place in start..<end where members[place].last >= 0 {
      if place > start { text.append(", ") }
      appendKey(of: nodes[members[place].node].field, in: layer)
      appendAll(from: place) { printer, member in
        switch member.content {
        case .value: printer.appendTyped(tree.nodes[member.node], tree, frame)
        case .object: printer.appendFields(tree, frame, member.node + 1..<member.end, layer: layer)
        }
      }
    }
    text.append(byte: 0x7D)
    members.end(start)
  }

  /// What has no field is text; a protocol within another, as options are, keeps its own name.
  private mutating func appendKey(of field: FieldID, in layer: FieldID) {
    text.append(byte: 0x22)
    if field == .text {
      text.append("text")
    } else {
      if words[field].kind != .protocol {
        if words[field].isOwn { text.append("_ws_expert") } else { words.appendKey(of: layer, to: &text) }
        text.append(byte: 0x5F)
      }
      words.appendKey(of: field, to: &text)
    }
    text.append("\": ")
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
