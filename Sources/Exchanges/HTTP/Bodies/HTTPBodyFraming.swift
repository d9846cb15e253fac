/// How the end of a message is found (RFC 9112 section 6.3).
package enum HTTPBodyFraming: Hashable {
  case none
  case fixed(Int64)
  case chunked
  case untilClose
  /// What follows in both directions is another protocol.
  case tunnel

  /// The framing of a request.
  package static func request(_ fields: HTTPFields) throws(HTTPFault) -> HTTPBodyFraming {
    if let coding = fields.transferEncoding {
      guard isChunkedLast(coding) else { throw .transferEncoding }
      return .chunked
    }
    switch fields.contentLength {
    case .absent, .bytes(0): return .none
    case .bytes(let count): return .fixed(count)
    case .invalid: throw .contentLength
    }
  }

  /// The framing of a response to `method`, or to an unknown request.
  package static func response(status: Int, _ fields: HTTPFields, to method: String?) throws(HTTPFault)
    -> HTTPBodyFraming
  {
    if status == 101 || (method == "CONNECT" && (200..<300).contains(status)) { return .tunnel }
    if method == "HEAD" || status < 200 || status == 204 || status == 304 { return .none }
    if let coding = fields.transferEncoding {
      return isChunkedLast(coding) ? .chunked : .untilClose
    }
    switch fields.contentLength {
    case .absent: return .untilClose
    case .bytes(0): return .none
    case .bytes(let count): return .fixed(count)
    case .invalid: throw .contentLength
    }
  }

  private static func isChunkedLast(_ field: String) -> Bool { codings(field).last == "chunked" }

  /// The names in a list of transfer codings, in lower case.
  package static func codings(_ field: String) -> [String] {
    field.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
  }
}
