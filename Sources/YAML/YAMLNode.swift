/// A value of a YAML document (YAML 1.1), with the place that it has in the file.
package enum YAMLNode: Sendable {
  case scalar(Scalar)
  case sequence(Sequence)
  case mapping(Mapping)

  /// A place in a file; lines and columns count from 1, columns in characters.
  package struct Mark: Sendable, Equatable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }

    /// The place of a byte in a text, both counted from 1. Continuation bytes of UTF-8 are no characters.
    package init(ofByte offset: Int, in bytes: some RandomAccessCollection<UInt8>) {
      let before = bytes.prefix(offset)
      let start = before.lastIndex(of: UInt8(ascii: "\n")).map { before.index(after: $0) } ?? before.startIndex
      self.init(
        line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: before[start...].count { $0 & 0xC0 != 0x80 } + 1)
    }
  }

  package struct Scalar: Sendable {
    package var string: String
    /// Whether it is written without quotes and not as a block.
    package var isPlain: Bool
    package var mark: Mark

    package init(_ string: String, isPlain: Bool = true, mark: Mark) {
      self.string = string
      self.isPlain = isPlain
      self.mark = mark
    }
  }

  package struct Sequence: Sendable, RandomAccessCollection {
    package var nodes: [YAMLNode]
    package var mark: Mark

    package init(_ nodes: [YAMLNode], mark: Mark) {
      self.nodes = nodes
      self.mark = mark
    }

    package var startIndex: Int { nodes.startIndex }
    package var endIndex: Int { nodes.endIndex }
    package subscript(place: Int) -> YAMLNode { nodes[place] }
  }

  /// The pairs, in the order of the file.
  package struct Mapping: Sendable, RandomAccessCollection {
    package var pairs: [(key: YAMLNode, value: YAMLNode)]
    package var mark: Mark

    package init(_ pairs: [(key: YAMLNode, value: YAMLNode)], mark: Mark) {
      self.pairs = pairs
      self.mark = mark
    }

    package var startIndex: Int { pairs.startIndex }
    package var endIndex: Int { pairs.endIndex }
    package subscript(place: Int) -> (key: YAMLNode, value: YAMLNode) { pairs[place] }
  }

  package var scalar: Scalar? { if case .scalar(let scalar) = self { scalar } else { nil } }
  package var sequence: Sequence? { if case .sequence(let sequence) = self { sequence } else { nil } }
  package var mapping: Mapping? { if case .mapping(let mapping) = self { mapping } else { nil } }

  package var mark: Mark {
    switch self {
    case .scalar(let scalar): scalar.mark
    case .sequence(let sequence): sequence.mark
    case .mapping(let mapping): mapping.mark
    }
  }
}
