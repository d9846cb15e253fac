import TextOutput

/// Writes an exchange as an entry of Hurl (https://hurl.dev/docs/grammar.html): the request, and the status that it had.
struct HurlEntry {
  static func append(_ exchange: HTTPExchange, to text: inout TextBuffer) {
    guard let request = exchange.request, let method = request.method, method != "CONNECT",
      method.utf8.allSatisfy({ 0x41...0x5A ~= $0 })
    else { return text.append("# exchange \(exchange.number) has no request that Hurl can send\n\n") }
    let detail = exchange.detail ?? HTTPDetail()
    text.append("# exchange \(exchange.number)\n")
    if detail.isRequestBodyCut || request.missing != 0 { text.append("# the body is not complete\n") }
    text.append("\(method) \(escaped(URLText.absolute(exchange)))\n")
    for field in HeadField.all(of: detail.requestHead) where !isOwn(field) {
      let name = escaped(String(decoding: field.name, as: UTF8.self), isKey: true)
      text.append("\(name): \(escaped(field.text))\n")
    }
    if !detail.requestBody.isEmpty { appendBody(detail.requestBody, &text) }
    if let status = exchange.response?.status { text.append("HTTP \(status)\n") }
    text.append("\n")
  }

  /// Whether Hurl makes the field itself from the URL and the body.
  private static func isOwn(_ field: HeadField) -> Bool {
    field.name.isEmpty || ["host", "content-length", "transfer-encoding", "connection"].contains { field.isNamed($0) }
  }

  private static func appendBody(_ body: [UInt8], _ text: inout TextBuffer) {
    if let string = String(validating: body, as: UTF8.self) {
      text.append("`\(escaped(string))`\n")
    } else {
      text.append("base64,")
      text.append(base64: body.span)
      text.append(";\n")
    }
  }

  /// The text in printable ASCII, with escapes for what has a meaning in Hurl: comments, escapes, ends of strings and templates.
  private static func escaped(_ text: String, isKey: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isPlain =
        isKey
        ? scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789_-.".unicodeScalars.contains(scalar))
        : 0x20...0x7E ~= scalar.value && !"#\\`{".unicodeScalars.contains(scalar)
      if isPlain { result.unicodeScalars.append(scalar) } else { result += "\\u{\(String(scalar.value, radix: 16))}" }
    }
    return result
  }
}
