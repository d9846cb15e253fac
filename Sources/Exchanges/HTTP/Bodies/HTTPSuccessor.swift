/// What a connection speaks after the response with which HTTP/1 ends on it (RFC 9110 sections 7.8 and 9.3.6).
package enum HTTPSuccessor: Hashable {
  case http2
  case webSocket
  /// Whatever the client and the server that it named speak.
  case tunnel
  case unknown

  /// - Parameters:
  ///   - response: the fields of a response whose framing is `HTTPBodyFraming.tunnel`.
  ///   - method: the method of its request, if that is known.
  package init(_ response: HTTPFields?, to method: String?) {
    switch response?.upgrade?.lowercased() {
    case "h2c": self = .http2
    case "websocket": self = .webSocket
    default: self = method == "CONNECT" ? .tunnel : .unknown
    }
  }
}
