import TextOutput

/// What a body is by its media type: JSON, text, a form, or something that is not looked into.
enum MediaDissector {
  static func dissect(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, type: String) {
    if isJSON(type) { return tree.run(JSONDissector.dissector(of: type), bytes, start) }
    if isText(type) { return text(&tree, bytes, start, type) }
    if type == "application/x-www-form-urlencoded" { return form(&tree, bytes, start, type) }
    // DNS over HTTPS (RFC 8484 section 6).
    if type == "application/dns-message" { return tree.run(DNSDissector.dissector, bytes, start) }
    if type == "application/octet-stream" { return tree.data(bytes, start) }
    let mark = tree.beginProtocol(
      .media, start..<bytes.count, text: "Content: \(type) (\(bytes.count - start) bytes)")
    tree.add(.mediaType, start..<bytes.count, .bytes)
    tree.end(mark)
  }

  /// Whether it shows more of the type than its bytes.
  static func isKnown(_ type: String) -> Bool {
    isJSON(type) || isText(type) || type == "application/x-www-form-urlencoded"
      || type == "application/dns-message"
  }

  private static func isJSON(_ type: String) -> Bool {
    type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json")
      || ["application/json-rpc", "application/jsonrequest", "application/vnd.3gpp.json", "text/json"].contains(type)
  }

  private static func isText(_ type: String) -> Bool {
    ["text/", "application/javascript", "application/x-javascript", "application/x-ns-proxy-autoconfig"]
      .contains { type.hasPrefix($0) } && type != "text/xml"
  }

  static func text(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ type: String) {
    var lines: [HTTPDissector.Line] = []
    var position = start
    while position < bytes.count { lines.append(HTTPDissector.line(bytes, &position)) }
    let mark = tree.beginProtocol(
      .dataTextLines, start..<bytes.count,
      text: "Text\(type.isEmpty ? "" : ": ")\(type) (\(lines.count) line\(lines.count == 1 ? "" : "s"))"
    )
    if tree.wantsText {
      for line in lines {
        tree.add(.text, line.whole, .none, text: "\(bytes.text(line.whole))")
      }
    }
    tree.end(mark)
  }

  /// A form as browsers send it (WHATWG URL, "application/x-www-form-urlencoded").
  private static func form(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ type: String) {
    let mark = tree.beginProtocol(
      .urlencodedForm, start..<bytes.count, text: "Form data: \(type)")
    var position = start
    while position < bytes.count {
      var end = position
      while end < bytes.count, bytes[end] != UInt8(ascii: "&") { end += 1 }
      var equals = position
      while equals < end, bytes[equals] != UInt8(ascii: "=") { equals += 1 }
      let (key, value) = (decoded(bytes, position..<equals), decoded(bytes, min(equals + 1, end)..<end))
      let item = tree.begin(
        .text, position..<end, .none, text: "\(quoted(key)) = \(quoted(value))")
      tree.add(.urlencodedFormKey, position..<equals, .string(key))
      tree.add(.urlencodedFormValue, min(equals + 1, end)..<end, .string(value))
      tree.end(item)
      position = end + 1
    }
    tree.end(mark)
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }

  private static func decoded(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    String(decoding: PercentEncoding.decode(bytes, range, plusIsSpace: true), as: UTF8.self)
  }
}
