import TextOutput

/// Writes the command line of curl that sends the request of an exchange again, for a POSIX shell that has `$'...'` (POSIX.1-2024).
///
/// It sends the fields of the request and no others: what curl would add by itself is switched off.
struct CurlCommand {
  /// Fields that curl makes from the URL, the body or the connection.
  private static let ownFields: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "keep-alive", "proxy-connection", "http2-settings",
    "te",
    "upgrade",
  ]

  static func append(_ exchange: HTTPExchange, to text: inout TextBuffer) {
    guard let request = exchange.request, let method = request.method else {
      return text.append("# exchange \(exchange.number) has no request\n")
    }
    guard method != "CONNECT" else { return text.append("# exchange \(exchange.number) opens a tunnel\n") }
    var command = CurlCommand()
    command.addRequest(exchange, request, method)
    if exchange.detail?.isRequestBodyCut == true || request.missing != 0 {
      text.append("# exchange \(exchange.number): the body is not complete\n")
    }
    if let body = exchange.detail?.requestBody, isPiped(body) {
      text.append("printf %s '")
      text.append(base64: body.span)
      text.append("' | base64 -d | ")
    }
    text.append(command.words)
  }

  /// Whether curl reads the body from a pipe: a shell cannot pass NUL in an argument.
  private static func isPiped(_ body: [UInt8]) -> Bool { body.contains(0) }

  /// ASCII without control characters, ended by a line feed.
  private var words = ""

  private mutating func addRequest(_ exchange: HTTPExchange, _ request: HTTPMessage, _ method: String) {
    let detail = exchange.detail ?? HTTPDetail()
    let fields = HeadField.all(of: detail.requestHead)
    let body = detail.requestBody
    let isPiped = Self.isPiped(body)
    words += "curl"
    addVersion(exchange, request)
    if method == "HEAD" {
      words += " --head"
    } else if method != (body.isEmpty ? "GET" : "POST") {
      words += " --request " + Self.quoted(Array(method.utf8))
    }
    addFields(fields, hasBody: !body.isEmpty)
    if isPiped {
      words += " --data-binary @-"
    } else if !body.isEmpty {
      // Unlike --data, it reads a first `@` as it is and keeps line ends.
      words += " --data-raw " + Self.quoted(body)
    }
    if fields.contains(where: { $0.isNamed("accept-encoding") }) { words += " --compressed" }
    let url = Self.url(exchange)
    if url.contains(where: { "[]{}".contains($0) }) { words += " --globoff" }
    if url.contains("/.") { words += " --path-as-is" }
    words += " " + Self.quoted(Array(url.utf8)) + "\n"
  }

  /// The URL as it was asked for. curl sends printable ASCII as it is, but what follows a `#`.
  private static func url(_ exchange: HTTPExchange) -> String {
    guard let url = exchange.url, url.contains("://"), url.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != 0x23 }) else {
      return URLText.absolute(exchange)
    }
    return url
  }

  private mutating func addVersion(_ exchange: HTTPExchange, _ request: HTTPMessage) {
    switch request.startLine.version {
    case "HTTP/2": words += exchange.security == nil ? " --http2-prior-knowledge" : " --http2"
    case "HTTP/3": words += " --http3"
    case "HTTP/1.0": words += " --http1.0"
    default: words += " --http1.1"
    }
  }

  private mutating func addFields(_ fields: [HeadField], hasBody: Bool) {
    for field in fields {
      let name = String(decoding: field.name, as: UTF8.self).lowercased()
      guard !Self.ownFields.contains(name), !name.isEmpty, !name.hasPrefix("@") else { continue }
      // A field without a value ends with a semicolon for curl.
      let line = field.value.isEmpty ? field.name + [0x3B] : field.name + [0x3A, 0x20] + field.value
      words += " --header " + Self.quoted(line)
    }
    let added = ["User-Agent", "Accept"] + (hasBody ? ["Content-Type", "Expect"] : [])
    for name in added where !fields.contains(where: { $0.isNamed(name.lowercased()) }) {
      words += " --header '\(name):'"
    }
  }

  /// The bytes as one word of a shell, in printable ASCII.
  static func quoted(_ bytes: [UInt8]) -> String {
    let isPlain = bytes.allSatisfy { 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "'") }
    guard !isPlain else { return "'\(String(decoding: bytes, as: UTF8.self))'" }
    var text = "$'"
    for byte in bytes {
      switch byte {
      case 0x0A: text += "\\n"
      case 0x0D: text += "\\r"
      case 0x09: text += "\\t"
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): text += "\\" + String(UnicodeScalar(byte))
      case 0x20...0x7E: text += String(UnicodeScalar(byte))
      // Three octal digits end by themselves; what follows \x may be taken for one more digit.
      default: text += "\\" + String(repeating: "0", count: 3 - String(byte, radix: 8).count) + String(byte, radix: 8)
      }
    }
    return text + "'"
  }
}
