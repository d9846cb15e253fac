import TextOutput

/// The header fields that have fields of their own, and what Wireshark calls them.
enum HTTPFieldLines {
  /// By name in lowercase.
  static let fields: [String: FieldID] = [
    "authorization": .httpAuthorization, "proxy-authorization": .httpProxyAuthorization,
    "proxy-authenticate": .httpProxyAuthenticate, "www-authenticate": .httpWwwAuthenticate,
    "proxy-connect-hostname": .httpProxyConnectHost, "proxy-connect-port": .httpProxyConnectPort,
    "content-type": .httpContentType, "content-length": .httpContentLengthHeader,
    "content-encoding": .httpContentEncoding, "transfer-encoding": .httpTransferEncoding, "upgrade": .httpUpgrade,
    "user-agent": .httpUserAgent, "host": .httpHost, "connection": .httpConnection, "cookie": .httpCookie,
    "accept": .httpAccept, "referer": .httpReferer, "accept-language": .httpAcceptLanguage,
    "accept-encoding": .httpAcceptEncoding, "date": .httpDate, "cache-control": .httpCacheControl,
    "server": .httpServer, "location": .httpLocation, "sec-websocket-accept": .httpSecWebsocketAccept,
    "sec-websocket-extensions": .httpSecWebsocketExtensions, "sec-websocket-key": .httpSecWebsocketKey,
    "sec-websocket-protocol": .httpSecWebsocketProtocol, "sec-websocket-version": .httpSecWebsocketVersion,
    "set-cookie": .httpSetCookie, "last-modified": .httpLastModified, "x-forwarded-for": .httpXForwardedFor,
    "http2-settings": .httpHttp2Settings,
  ]

  /// The fields that need the lines after the first.
  static let wanted: FieldSet = FieldSet(
    Array(fields.values) + [
      .httpRequestLine, .httpResponseLine, .httpUnknownHeader, .httpContentLength, .httpCookiePair, .httpAuthbasic,
      .httpBadHeaderName, .httpTeAndLength, .httpTeUnknown,
    ])

  /// The text of bytes as Wireshark reads header fields: ASCII up to a zero byte, anything else is U+FFFD.
  static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    let text = utf8(bytes.extracting(range))
    return String(text: text.span)
  }

  /// The same as UTF-8.
  static func utf8(_ bytes: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 0 { break }
      if byte < 0x80 { text.append(byte) } else { text += [0xEF, 0xBF, 0xBD] }
    }
    return text
  }

  /// Keeps the text of bytes in those of a tree.
  static func keep(_ bytes: Span<UInt8>, _ range: Range<Int>, in texts: inout TextBuffer) -> TreeText {
    let survey = TextSurvey(bytes, range)
    // No zero byte is in what is harmless.
    guard survey.isASCII, survey.isHarmless else { return texts.keep(text(bytes, range)) }
    let start = texts.count
    texts.append(bytes, range)
    return TreeText(start..<texts.count, survey)
  }
}
