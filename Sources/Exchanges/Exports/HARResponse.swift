import TextOutput

/// The `response` object of HAR 1.2; where there was none, that of status 0 which browsers write.
struct HARResponse {
  static func append(_ exchange: HTTPExchange, began: Int64, to text: inout TextBuffer) {
    let response = exchange.response
    let detail = exchange.detail ?? HTTPDetail()
    let fields = HeadField.all(of: detail.responseHead, from: detail.finalHeadStart)
    text.append("{\"status\":")
    text.append(json: response?.status ?? 0)
    text.append(",\"statusText\":")
    text.append(jsonString: response?.reason ?? "")
    text.append(",\"httpVersion\":")
    text.append(jsonString: response.map { HARWriter.version($0) } ?? "")
    text.append(",\"cookies\":[")
    var isFirst = true
    for field in fields where field.isNamed("set-cookie") {
      if !isFirst { text.append(",") }
      isFirst = false
      HTTPCookie(setting: field.value, at: began).append(to: &text)
    }
    text.append("],\"headers\":")
    HARWriter.append(fields, to: &text)
    text.append(",\"content\":")
    appendContent(response, detail, &text)
    text.append(",\"redirectURL\":")
    text.append(jsonString: fields.first { $0.isNamed("location") }?.text ?? "")
    let headSize = detail.responseHead.count - min(detail.finalHeadStart, detail.responseHead.count)
    text.append(",\"headersSize\":")
    text.append(json: headSize == 0 ? -1 : headSize)
    text.append(",\"bodySize\":")
    text.append(json: response?.bodyLength ?? -1)
    // Head, framing and body, as Chrome has it.
    text.append(",\"_transferSize\":")
    text.append(json: response?.wireLength ?? -1)
    text.append("}")
  }

  private static func appendContent(_ response: HTTPMessage?, _ detail: HTTPDetail, _ text: inout TextBuffer) {
    let decoded = response?.decodedLength ?? response?.bodyLength ?? 0
    text.append("{\"size\":")
    text.append(json: decoded)
    if let response, response.fields.contentEncoding != nil || response.fields.transferEncoding != nil {
      text.append(",\"compression\":")
      text.append(json: decoded - response.bodyLength)
    }
    text.append(",\"mimeType\":")
    text.append(jsonString: response?.fields.contentType ?? "x-unknown")
    if !detail.responseBody.isEmpty {
      text.append(",\"text\":")
      let body = detail.responseBody.span
      if (try? UTF8Span(validating: body)) != nil {
        text.append(jsonText: body)
      } else {
        text.append(jsonBase64: body)
        text.append(",\"encoding\":\"base64\"")
      }
    }
    if let comment = comment(response, detail) {
      text.append(",\"comment\":")
      text.append(jsonString: comment)
    }
    text.append("}")
  }

  private static func comment(_ response: HTTPMessage?, _ detail: HTTPDetail) -> String? {
    if let failure = response?.decodingFailure { return failure }
    if detail.isResponseBodyCut { return "the first \(detail.responseBody.count) bytes" }
    guard let response, response.missing != 0 else { return nil }
    return response.missing.map { "\($0) bytes are not in the capture" } ?? "the rest could not be read"
  }
}
