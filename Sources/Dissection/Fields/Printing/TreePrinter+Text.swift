import TextOutput
import Wire

// Trees in the shape of `tshark -V`, in our own words.

extension TreePrinter {
  /// Prints a tree, a line for each node.
  ///
  /// - Parameter only: the protocols that are opened; the others have their first line alone. nil for all.
  public mutating func appendText(_ tree: FieldTree, _ frame: Span<UInt8>, only: Set<FieldID>? = nil) {
    var isOpen = true
    words.withText { words in
      tree.texts.withRoom { texts in
        for index in tree.nodes.indices {
          let node = tree.nodes[index]
          if node.traits.contains(.hidden) { continue }
          if node.depth == 0 { isOpen = only?.contains(node.field) ?? true } else if !isOpen { continue }
          appendLine(node, tree, frame, words, texts)
        }
      }
    }
  }

  /// The line of `-V`. Most are written in one piece.
  ///
  /// - Parameters:
  ///   - words: those of all fields.
  ///   - texts: those of the tree.
  private mutating func appendLine(
    _ node: FieldNode, _ tree: FieldTree, _ frame: Span<UInt8>, _ words: Span<UInt8>, _ texts: Span<UInt8>
  ) {
    let isGenerated = node.traits.contains(.generated)
    if !node.text.isNone {
      let range = node.text.range
      let isBracketed = isGenerated && (range.isEmpty || texts[range.lowerBound] != 0x5B)
      return appendLine(at: node.depth, atMost: range.count, isBracketed: isBracketed) { room, place in
        room.put(texts, range, at: &place)
      }
    }
    let field = self.words[node.field]
    if field.kind == .string, case .string(let value) = node.value, value.isHarmless {
      let (lead, range) = (field.lead, value.range)
      return appendLine(at: node.depth, atMost: lead.count &+ range.count, isBracketed: isGenerated) { room, place in
        room.put(words, lead, at: &place)
        room.put(texts, range, at: &place)
      }
    }
    if field.isLabelOnly {
      let title = field.title
      return appendLine(at: node.depth, atMost: title.count, isBracketed: isGenerated) { room, place in
        room.put(words, title, at: &place)
      }
    }
    appendLead(node, field, words)
    appendDescribed(node, field, tree, frame)
    if isGenerated { text.append(byte: 0x5D) }
    text.append(byte: 0x0A)
  }

  /// A line whose inside `body` writes, which is so many bytes at most.
  @inline(__always)
  private mutating func appendLine(
    at depth: UInt8, atMost count: Int, isBracketed: Bool,
    _ body: (_ room: inout MutableSpan<UInt8>, _ place: inout Int) -> Void
  ) {
    let indentation = Int(depth) &* 4
    text.write(atMost: indentation &+ count &+ 3 &+ MutableSpan<UInt8>.slack) { room in
      var place = 0
      room.put(spaces: indentation, at: &place)
      if isBracketed { room.put(0x5B, counting: 1, at: &place) }
      body(&room, &place)
      room.put(isBracketed ? 0x0A5D : 0x0A, counting: isBracketed ? 2 : 1, at: &place)
      return place
    }
  }

  /// What a line has before its value.
  private mutating func appendLead(_ node: FieldNode, _ field: FieldWords.Entry, _ words: Span<UInt8>) {
    let indentation = Int(node.depth) &* 4
    let lead = field.lead
    text.write(atMost: indentation &+ lead.count &+ 88 &+ MutableSpan<UInt8>.slack) { room in
      var place = 0
      room.put(spaces: indentation, at: &place)
      if node.traits.contains(.generated) { room.put(0x5B, counting: 1, at: &place) }
      if field.hasPattern {
        room.put(pattern: Self.bits(of: node.value, field.mask), mask: field.mask, bits: field.patternBits, at: &place)
        room.put(0x203D20, counting: 3, at: &place)
      }
      room.put(words, lead, at: &place)
      return place
    }
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
