import Glibc

/// Puts what a request says into a scripted response: `{request}`, its number on this server from 1; `{method}`, `{target}`, `{host}`; and
/// `{header NAME}`, the value of a header field, or nothing if it has none; `{date}`, the time, and `{date +3}`, the time three seconds
/// later, in the form of a Date field. Other braces stay as they are.
struct ResponseTemplate {
  let request: ScriptedRequest
  /// Seconds since 1970.
  var now: () -> Int = { Int(time(nil)) }

  /// The response with its header fields and its text filled in.
  func filled(_ response: ScriptedResponse) -> ScriptedResponse {
    var response = response
    response.headers = response.headers.map(filled)
    response.trailers = response.trailers.map(filled)
    if response.isText, case .bytes(let bytes) = response.body {
      response.body = .bytes(Array(filled(String(decoding: bytes, as: UTF8.self)).utf8))
    }
    return response
  }

  private func filled(_ header: ScriptedResponse.Header) -> ScriptedResponse.Header {
    ScriptedResponse.Header(header.name, filled(header.value))
  }

  /// A text with each placeholder replaced, from left to right, so that text in a value is never replaced.
  func filled(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    var result = ""
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      result += rest[..<brace]
      rest = rest[brace...]
      let end = rest.firstIndex(of: "}")
      if let end, let value = value(of: rest[rest.index(after: brace)..<end]) {
        result += value
        rest = rest[rest.index(after: end)...]
      } else {
        result += "{"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  private static let header = "header "
  private static let date = "date "
  /// A century.
  private static let longestOffset = 3_155_760_000

  private func value(of name: Substring) -> String? {
    switch name {
    case "request": return String(request.number)
    case "method": return request.method
    case "target": return request.head.target
    case "host": return request.head.host
    case "date": return HTTPDate.text(secondsSinceEpoch: now())
    case _ where name.hasPrefix(Self.date):
      guard let offset = Int(name.dropFirst(Self.date.count)), abs(offset) <= Self.longestOffset else { return nil }
      return HTTPDate.text(secondsSinceEpoch: now() + offset)
    default:
      guard name.hasPrefix(Self.header) else { return nil }
      return request.head.value(of: String(name.dropFirst(Self.header.count))) ?? ""
    }
  }
}
