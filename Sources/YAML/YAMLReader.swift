import CYAML

/// Reads one YAML document with libyaml's parser, without anchors and aliases.
///
/// libyaml takes pointers, and gives its strings as pointers that live as long as an event. Both stay within this file: the text is lent
/// for the time of `document(in:)`, and each string is copied before its event is deleted.
package struct YAMLReader: ~Copyable {
  /// How deeply values may be nested, so that no file can use up the stack.
  package static let deepest = 64

  private var parser = yaml_parser_t()

  /// The document; nil if there is none.
  /// - Parameter bytes: UTF-8.
  package static func document(in bytes: [UInt8]) throws(YAMLError) -> YAMLNode? {
    var result: Result<YAMLNode?, YAMLError> = .success(nil)
    // The parser must not outlive the bytes that it is lent.
    bytes.withUnsafeBufferPointer { lent in
      var reader = YAMLReader()
      yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(&reader.parser, lent.baseAddress, lent.count)
      result = Result { () throws(YAMLError) in try reader.document(lent) }
    }
    return try result.get()
  }

  private init() {
    precondition(yaml_parser_initialize(&parser) == 1, "libyaml has no memory for a parser")
  }

  deinit {
    var parser = parser
    yaml_parser_delete(&parser)
  }

  private mutating func document(_ bytes: UnsafeBufferPointer<UInt8>) throws(YAMLError) -> YAMLNode? {
    var root: YAMLNode?
    while true {
      let event = try next(bytes)
      switch event.kind {
      case .documentStart where root != nil: throw YAMLError(reason: .anotherDocument, mark: event.mark)
      case .node: root = try node(event, bytes, depth: 0)
      case .streamEnd: return root
      default: break
      }
    }
  }

  private mutating func node(
    _ event: Event, _ bytes: UnsafeBufferPointer<UInt8>, depth: Int
  ) throws(YAMLError) -> YAMLNode {
    guard depth < Self.deepest else { throw YAMLError(reason: .depth, mark: event.mark) }
    switch event.content {
    case .scalar(let text, let isPlain): return .scalar(.init(text, isPlain: isPlain, mark: event.mark))
    case .alias: throw YAMLError(reason: .alias, mark: event.mark)
    case .sequence:
      var nodes: [YAMLNode] = []
      while let item = try value(bytes, depth) { nodes.append(item) }
      return .sequence(.init(nodes, mark: event.mark))
    case .mapping:
      var pairs: [(key: YAMLNode, value: YAMLNode)] = []
      while let key = try value(bytes, depth), let value = try value(bytes, depth) { pairs.append((key, value)) }
      try checkKeys(of: pairs, at: event.mark)
      return .mapping(.init(pairs, mark: event.mark))
    case .none: throw YAMLError(reason: .syntax("a value is missing"), mark: event.mark)
    }
  }

  /// The next value of a collection; nil at its end.
  private mutating func value(_ bytes: UnsafeBufferPointer<UInt8>, _ depth: Int) throws(YAMLError) -> YAMLNode? {
    let event = try next(bytes)
    return event.kind == .collectionEnd ? nil : try node(event, bytes, depth: depth + 1)
  }

  private func checkKeys(
    of pairs: [(key: YAMLNode, value: YAMLNode)], at mark: YAMLNode.Mark
  ) throws(YAMLError) {
    var known: Set<String> = []
    var twice: [String] = []
    for key in pairs.compactMap(\.key.scalar?.string) where !known.insert(key).inserted && !twice.contains(key) {
      twice.append(key)
    }
    guard twice.isEmpty else { throw YAMLError(reason: .duplicateKeys(twice), mark: mark) }
  }
}

/// What libyaml says next, copied.
private struct Event {
  enum Kind { case documentStart, node, collectionEnd, streamEnd, other }
  enum Content { case scalar(String, isPlain: Bool), alias, sequence, mapping, none }

  var kind: Kind
  var content = Content.none
  var mark: YAMLNode.Mark

  init(_ event: yaml_event_t) {
    mark = YAMLNode.Mark(event.start_mark)
    switch event.type {
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_STREAM_END_EVENT: kind = .streamEnd
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: kind = .collectionEnd
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      kind = .node
      content = .scalar(
        String(decoding: bytes, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
    case YAML_ALIAS_EVENT: (kind, content) = (.node, .alias)
    case YAML_SEQUENCE_START_EVENT: (kind, content) = (.node, .sequence)
    case YAML_MAPPING_START_EVENT: (kind, content) = (.node, .mapping)
    default: kind = .other
    }
  }
}

extension YAMLReader {
  private mutating func next(_ bytes: UnsafeBufferPointer<UInt8>) throws(YAMLError) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(&parser, &event) == 1 else { throw error(bytes) }
    defer { yaml_event_delete(&event) }
    return Event(event)
  }

  /// What libyaml could not read, and where.
  private func error(_ bytes: UnsafeBufferPointer<UInt8>) -> YAMLError {
    let problem = parser.problem.map { String(cString: $0) } ?? "it cannot be read"
    guard parser.error == YAML_READER_ERROR else {
      let isDeep = problem.contains("nesting level") || problem.contains("nesting depth")
      return YAMLError(reason: isDeep ? .depth : .syntax(problem), mark: YAMLNode.Mark(parser.problem_mark))
    }
    // The reader, which finds characters that YAML does not allow, says an offset in bytes instead of a line.
    return YAMLError(
      reason: .syntax("\(problem) (\(parser.problem_value))"),
      mark: YAMLNode.Mark(ofByte: parser.problem_offset, in: bytes))
  }
}

extension YAMLNode.Mark {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: mark.line + 1, column: mark.column + 1)
  }
}
