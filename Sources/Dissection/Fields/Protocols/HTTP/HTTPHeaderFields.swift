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
      let mark = tree.begin(
        lineField, line.whole, lineValue(tree, lineField, bytes, line), text: escaped(bytes, line.whole))
      tree.expert(.httpBadHeaderName, .warning, "Illegal characters found in header name")
      return tree.end(mark)
    }
    let name = String(text: bytes.extracting(line.content.lowerBound..<colon)).lowercased()
    var start = colon + 1
    while start < line.content.upperBound, HTTPFields.isSpace(bytes[start]) { start += 1 }
    let value = start..<max(start, line.content.upperBound)
    guard let field = HTTPFieldLines.fields[name] else {
      return tree.add(lineField, line.whole, lineValue(tree, lineField, bytes, line), text: escaped(bytes, line.whole))
    }
    let text = HTTPFieldLines.text(bytes, value)
    let number = field == .httpProxyConnectPort ? UInt64(text) ?? 0 : 0
    let mark = tree.begin(
      field, line.whole, field == .httpProxyConnectPort ? .unsigned(number) : .string(text),
      text: escaped(bytes, line.whole))
    addParts(&tree, field, bytes, line.whole, value, text, facts)
    tree.end(mark)
    tree.add(lineField, line.whole, lineValue(tree, lineField, bytes, line), traits: .hidden)
  }

  private static func lineValue(
    _ tree: TreeBuilder, _ field: FieldID, _ bytes: Span<UInt8>, _ line: HTTPDissector.Line
  ) -> FieldValue {
    tree.wants(field) ? .string(HTTPFieldLines.text(bytes, line.whole)) : .none
  }

  /// What some fields are made of.
  private static func addParts(
    _ tree: inout TreeBuilder, _ field: FieldID, _ bytes: Span<UInt8>, _ whole: Range<Int>, _ value: Range<Int>,
    _ text: String, _ facts: HTTPMessageFacts
  ) {
    switch field {
    case .httpContentLengthHeader:
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      if let length = UInt64(digits), length <= UInt64(Int64.max) {
        tree.add(.httpContentLength, whole, .unsigned(length), traits: .generated)
      }
      if facts.fields.transferEncoding != nil {
        tree.expert(
          .httpTeAndLength, .warning, "The Content-Length and Transfer-Encoding header must not be set together")
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
    case .httpAuthorization, .httpProxyAuthorization:
      if text.lowercased().hasPrefix("basic "), let decoded = Base64.decode(text.dropFirst(6)) {
        tree.add(.httpAuthbasic, 0..<0, .string(String(decoding: decoded, as: UTF8.self)))
      }
    case .httpTransferEncoding:
      let known = ["chunked", "gzip", "x-gzip", "deflate", "compress", "x-compress", "identity"]
      let isKnown = text.split(separator: ",").allSatisfy { part in
        known.contains(part.drop { $0 == " " }.prefix { $0 != " " && $0 != ";" }.lowercased())
      }
      if !isKnown {
        tree.expert(.httpTeUnknown, .warning, "Unknown transfer coding name in Transfer-Encoding header")
      }
    default: break
    }
  }

  /// Bytes as a tree shows them: ends of lines spelled out.
  static func escaped(_ bytes: Span<UInt8>, _ range: Range<Int>) -> PrintableText {
    "\(HTTPFieldLines.text(bytes, range))"
  }
}
