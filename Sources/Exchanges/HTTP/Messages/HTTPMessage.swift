public import Streams

/// One message of an exchange: what it says of itself, when it went by, and how large it was.
public struct HTTPMessage: Hashable, Sendable {
  /// The request line or the status line.
  public package(set) var startLine: HTTPStartLine
  /// What its fields say of its body.
  public package(set) var fields = HTTPFields()
  /// Where it is in its sender's stream, as far as it came: head, body and chunk framing.
  public package(set) var range: Range<Int64>
  /// The packet that brought its first byte.
  public package(set) var first: PacketMark
  /// The packet that made it complete, once it was.
  public package(set) var last: PacketMark?
  /// The length of the body as it was sent, without chunk framing, in bytes.
  public package(set) var bodyLength: Int64 = 0
  /// The length of the body with its codings undone; nil where that was not asked for or the coding is unknown.
  public package(set) var decodedLength: Int64?
  /// What kept the body from being decoded to its end.
  public package(set) var decodingFailure: String?
  /// The number of its bytes that are not in the capture; nil if that is not known, because they are in TLS records that could not be read.
  public package(set) var missing: Int64? = 0
  /// The number of bytes that it took in its sender's stream, framing included; nil if that is not known.
  public var wireLength: Int64? { missing == nil ? nil : Int64(range.count) }

  /// How long its sender had to wait because a window of HTTP/2 was used up (RFC 9113 section 5.2), in nanoseconds.
  public package(set) var windowWait: Int64 = 0

  package init(_ startLine: HTTPStartLine, from offset: Int64, first: PacketMark) {
    self.startLine = startLine
    self.first = first
    range = offset..<offset
  }

  /// Notes that bytes of it are missing.
  package mutating func miss(_ count: Int64, isCounted: Bool = true) {
    missing = isCounted ? missing.map { $0 &+ count } : nil
  }

  /// The status, where this is a response.
  public var status: Int? {
    guard case .response(let status, _) = startLine.kind else { return nil }
    return status
  }

  /// The reason phrase, where this is a response.
  public var reason: String? {
    guard case .response(_, let reason) = startLine.kind else { return nil }
    return reason
  }

  /// The method, where this is a request.
  public var method: String? {
    guard case .request(let method, _) = startLine.kind else { return nil }
    return method
  }

  /// The request target as it was sent, where this is a request.
  public var target: String? {
    guard case .request(_, let target) = startLine.kind else { return nil }
    return target
  }
}
