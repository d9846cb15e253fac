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
    var isPlain = true
    var end = range.lowerBound
    while end < range.upperBound, bytes[end] != 0 {
      if bytes[end] >= 0x80 { isPlain = false }
      end += 1
    }
    let found = bytes.extracting(range.lowerBound..<end)
    if isPlain { return String(text: found) }
    var scalars = String.UnicodeScalarView()
    for index in found.indices { scalars.append(found[index] < 0x80 ? Unicode.Scalar(found[index]) : "\u{FFFD}") }
    return String(scalars)
  }
}
