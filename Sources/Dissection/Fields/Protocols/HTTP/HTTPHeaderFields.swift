import Exchanges
import TextOutput

/// The nodes of a header field.
enum HTTPHeaderFields {
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ line: HTTPDissector.Line, _ facts: HTTPMessageFacts
  ) {
    let lineField: FieldID = facts.isRequest ? .httpRequestLine : .httpResponseLine
    var colon = line.content.lowerBound
    while colon < line.content.upperBound, HTTPStartLine.isTokenByte(bytes[colon]) { colon += 1 }
    guard colon > line.content.lowerBound, colon < line.content.upperBound, bytes[colon] == UInt8(ascii: ":") else {
      addLine(&tree, lineField, bytes, line)
      return tree.below { $0.expert(.httpBadHeaderName, .warning) }
    }
    let name = String(text: bytes.extracting(line.content.lowerBound..<colon)).lowercased()
    var start = colon + 1
    while start < line.content.upperBound, HTTPFields.isSpace(bytes[start]) { start += 1 }
    let value = start..<max(start, line.content.upperBound)
    guard let field = HTTPFieldLines.fields[name] else { return addLine(&tree, lineField, bytes, line) }
    let mark = tree.mark(field)
    if mark.index != nil {
      let content = nodeValue(of: field, bytes, value, in: &tree.tree.texts)
      tree.add(field, line.whole, stored: content) { append(bytes, line.whole, to: &$0) }
    }
    tree.goBelow()
    addParts(&tree, field, bytes, line.whole, value, facts)
    tree.end(mark)
    tree.add(lineField, line.whole, stored: .httpText, traits: .hidden)
  }

  /// Adds a line that has no field of its own.
  private static func addLine(
    _ tree: inout TreeBuilder, _ field: FieldID, _ bytes: Span<UInt8>, _ line: HTTPDissector.Line
  ) {
    tree.add(field, line.whole, stored: .httpText) { append(bytes, line.whole, to: &$0) }
  }

  private static func nodeValue(
    of field: FieldID, _ bytes: Span<UInt8>, _ value: Range<Int>, in texts: inout TextBuffer
  ) -> NodeValue {
    if field == .httpProxyConnectPort { return .unsigned(UInt64(HTTPFieldLines.text(bytes, value)) ?? 0) }
    return .string(HTTPFieldLines.keep(bytes, value, in: &texts))
  }

  /// What some fields are made of.
  private static func addParts(
    _ tree: inout TreeBuilder, _ field: FieldID, _ bytes: Span<UInt8>, _ whole: Range<Int>, _ value: Range<Int>,
    _ facts: HTTPMessageFacts
  ) {
    switch field {
    case .httpContentLengthHeader:
      let text = HTTPFieldLines.text(bytes, value)
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      if let length = UInt64(digits), length <= UInt64(Int64.max) {
        tree.add(.httpContentLength, whole, .unsigned(length), traits: .generated)
      }
      if facts.fields.transferEncoding != nil {
        tree.expert(.httpTeAndLength, .warning)
      }
    case .httpCookie:
      var start = value.lowerBound
      while start < value.upperBound {
        if bytes[start] == UInt8(ascii: ";") || HTTPFields.isSpace(bytes[start]) {
          start += 1
          continue
        }
        var end = start
        while end < value.upperBound, bytes[end] != UInt8(ascii: ";") { end += 1 }
        HTTPStartLineFields.string(&tree, .httpCookiePair, bytes, start..<end)
        start = end
      }
    case .httpHttp2Settings:
      guard let settings = Base64.decode(HTTPFieldLines.text(bytes, value).map(urlDigit).joined()) else { return }
      let saved = tree.buffer
      guard tree.enter("Settings from Base64", settings) != nil else { return }
      let depth = tree.depth
      try? HTTP2Dissector.addSettings(&tree, settings.span, 0)
      tree.depth = depth
      tree.leave(saved)
    case .httpAuthorization, .httpProxyAuthorization:
      let text = HTTPFieldLines.text(bytes, value)
      if text.lowercased().hasPrefix("basic "), let decoded = Base64.decode(text.dropFirst(6)) {
        tree.add(.httpAuthbasic, 0..<0, .string(String(decoding: decoded, as: UTF8.self)))
      }
    case .httpTransferEncoding:
      let text = HTTPFieldLines.text(bytes, value)
      let known = ["chunked", "gzip", "x-gzip", "deflate", "compress", "x-compress", "identity"]
      let isKnown = text.split(separator: ",").allSatisfy { part in
        known.contains(part.drop { $0 == " " }.prefix { $0 != " " && $0 != ";" }.lowercased())
      }
      if !isKnown {
        tree.expert(.httpTeUnknown, .warning)
      }
    default: break
    }
  }

  /// A digit of base64url as one of base64 (RFC 4648 section 5).
  private static func urlDigit(_ digit: Character) -> String {
    digit == "-" ? "+" : digit == "_" ? "/" : String(digit)
  }

  /// Bytes as a tree shows them: ends of lines spelled out.
  static func escaped(_ bytes: Span<UInt8>, _ range: Range<Int>) -> PrintableText {
    "\(HTTPFieldLines.text(bytes, range))"
  }

  /// The same, written in place.
  static func append(_ bytes: Span<UInt8>, _ range: Range<Int>, to line: inout TextBuffer) {
    var end = range.upperBound
    if end > range.lowerBound, bytes[end - 1] == 0x0A { end -= 1 }
    if end > range.lowerBound, bytes[end - 1] == 0x0D { end -= 1 }
    let survey = TextSurvey(bytes, range.lowerBound..<end)
    guard survey.isASCII, survey.isHarmless else { return line.append(escaped(bytes, range).text) }
    line.append(bytes, range.lowerBound..<end)
    for index in end..<range.upperBound { line.append(bytes[index] == 0x0D ? "\\r" : "\\n") }
  }
}
