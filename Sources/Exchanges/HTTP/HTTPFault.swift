/// What a message does that HTTP/1.1 does not allow, or that we do not take.
public enum HTTPFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Bytes where a message should begin are not the first line of one.
  case notAStartLine
  /// What stands where the first line of a request should, and is none; its first bytes, escaped.
  case requestLine(String)
  /// The first bytes, escaped, of something that stands in the place of a response's status line and is none.
  case statusLine(String)
  /// The head is longer than `limit` bytes.
  case headTooLong(limit: Int)
  /// `Content-Length` is not a number, or contradicts itself.
  case contentLength
  /// A request whose last transfer coding is not chunked has no end (RFC 9112 section 6.3).
  case transferEncoding
  /// A chunk does not begin with its size in hexadecimal, or the size is too large.
  case chunkSize
  /// A chunk is not followed by the end of a line.
  case chunkEnd

  public var description: String {
    switch self {
    case .notAStartLine: "bytes that are not HTTP where a message should begin"
    case .requestLine(let line): "not a request line: \(line)"
    case .statusLine(let line): "not a status line: \(line)"
    case .headTooLong(let limit): "head longer than \(limit) bytes"
    case .contentLength: "invalid Content-Length"
    case .transferEncoding: "request without an end: its last transfer coding is not chunked"
    case .chunkSize: "invalid chunk size"
    case .chunkEnd: "chunk longer than its size"
    }
  }
}
