import TextOutput

/// The nodes of a message's first line.
enum HTTPStartLineFields {
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ line: HTTPDissector.Line, _ facts: HTTPMessageFacts
  ) {
    let text: PrintableText =
      tree.wantsText || tree.wants(.expertMessage) ? HTTPHeaderFields.escaped(bytes, line.whole) : ""
    let mark = tree.begin(.text, line.whole, .none, text: text)
    tree.expert(.httpChat, .chat, text.text, .sequence)
    var place = line.content.lowerBound
    let words = [word(bytes, &place, line.content.upperBound), word(bytes, &place, line.content.upperBound)]
    let rest = min(place, line.content.upperBound)..<line.content.upperBound
    if facts.isRequest {
      string(&tree, .httpRequestMethod, bytes, words[0])
      addTarget(&tree, bytes, words[1])
      string(&tree, .httpRequestVersion, bytes, rest)
    } else {
      string(&tree, .httpResponseVersion, bytes, words[0])
      tree.add(.httpResponseCode, words[1], .unsigned(UInt64(facts.status)))
      let name = ValueNames.httpStatus[UInt64(facts.status)] ?? "Unknown (\(facts.status))"
      tree.add(.httpResponseCodeDesc, words[1], .string(name), traits: .generated)
      if !rest.isEmpty { string(&tree, .httpResponsePhrase, bytes, rest) }
    }
    tree.end(mark)
  }

  static func string(_ tree: inout TreeBuilder, _ field: FieldID, _ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard tree.wants(field), tree.hasRoom() else { return }
    tree.append(field, range, .string(HTTPFieldLines.keep(bytes, range, in: &tree.tree.texts)))
  }

  /// The next word, and `place` after the spaces that follow it.
  private static func word(_ bytes: Span<UInt8>, _ place: inout Int, _ end: Int) -> Range<Int> {
    let start = place
    while place < end, bytes[place] != 0x20 { place += 1 }
    let stop = place
    while place < end, bytes[place] == 0x20 { place += 1 }
    return start..<stop
  }

  private static func addTarget(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>) {
    var question = range.lowerBound
    while question < range.upperBound, bytes[question] != UInt8(ascii: "?") { question += 1 }
    let mark = tree.begin(
      .httpRequestUri, range, tree.wants(.httpRequestUri) ? .string(HTTPFieldLines.text(bytes, range)) : .none)
    if question + 1 < range.upperBound {
      string(&tree, .httpRequestUriPath, bytes, range.lowerBound..<question)
      let query = question + 1..<range.upperBound
      let inner = tree.begin(
        .httpRequestUriQuery, query,
        tree.wants(.httpRequestUriQuery) ? .string(HTTPFieldLines.text(bytes, query)) : .none)
      var start = query.lowerBound
      while start < query.upperBound {
        var end = start
        while end < query.upperBound, bytes[end] != UInt8(ascii: "&") { end += 1 }
        if end > start { string(&tree, .httpRequestUriQueryParameter, bytes, start..<end) }
        start = end + 1
      }
      tree.end(inner)
    }
    tree.end(mark)
  }
}
