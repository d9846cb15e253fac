import TextOutput

/// The `request` object of HAR 1.2.
struct HARRequest {
  static func append(_ exchange: HTTPExchange, to text: inout TextBuffer) {
    let request = exchange.request
    let head = exchange.detail?.requestHead ?? []
    let fields = HeadField.all(of: head)
    text.append("{\"method\":")
    text.append(jsonString: request?.method ?? "")
    text.append(",\"url\":")
    text.append(jsonString: URLText.absolute(exchange))
    text.append(",\"httpVersion\":")
    text.append(jsonString: request.map { HARWriter.version($0) } ?? "")
    text.append(",\"cookies\":[")
    appendCookies(fields, &text)
    text.append("],\"headers\":")
    HARWriter.append(fields, to: &text)
    text.append(",\"queryString\":[")
    appendPairs(URLText.query(request?.target ?? ""), &text)
    text.append("]")
    if let request, request.bodyLength > 0 { appendBody(exchange, request, &text) }
    text.append(",\"headersSize\":")
    text.append(json: head.isEmpty ? -1 : head.count)
    text.append(",\"bodySize\":")
    text.append(json: request?.bodyLength ?? -1)
    text.append("}")
  }

  private static func appendBody(_ exchange: HTTPExchange, _ request: HTTPMessage, _ text: inout TextBuffer) {
    let body = exchange.detail?.requestBody ?? []
    text.append(",\"postData\":{\"mimeType\":")
    text.append(jsonString: request.fields.contentType ?? "")
    let isForm = BodyKind.media(request.fields.contentType) == "application/x-www-form-urlencoded"
    // Either parameters or text, says the specification.
    if isForm {
      text.append(",\"params\":[")
      appendPairs(URLText.pairs(body[...]), &text)
      text.append("]")
    } else {
      text.append(",\"params\":[],\"text\":")
      if (try? UTF8Span(validating: body.span)) != nil {
        text.append(jsonText: body.span)
      } else {
        text.append(jsonBase64: body.span)
        text.append(",\"comment\":\"text is base64\",\"_encoding\":\"base64\"")
      }
    }
    text.append("}")
  }

  private static func appendPairs(_ pairs: [(name: [UInt8], value: [UInt8])], _ text: inout TextBuffer) {
    for (index, pair) in pairs.enumerated() {
      text.append(index == 0 ? "{\"name\":" : ",{\"name\":")
      text.append(jsonString: pair.name.span)
      text.append(",\"value\":")
      text.append(jsonString: pair.value.span)
      text.append("}")
    }
  }

  /// The pairs of `Cookie` (RFC 6265 section 4.2).
  private static func appendCookies(_ fields: [HeadField], _ text: inout TextBuffer) {
    var isFirst = true
    for field in fields where field.isNamed("cookie") {
      for part in field.value.split(separator: UInt8(ascii: ";")) {
        let cookie = HTTPCookie.pair(part)
        guard !cookie.name.isEmpty || !cookie.value.isEmpty else { continue }
        text.append(isFirst ? "{\"name\":" : ",{\"name\":")
        text.append(jsonString: cookie.name.span)
        text.append(",\"value\":")
        text.append(jsonString: cookie.value.span)
        text.append("}")
        isFirst = false
      }
    }
  }
}
