/// A request that a client is asked to make: a method, a URL, and possibly a body to send.
public struct AskedRequest: Sendable, Hashable {
  public var method: String
  public var url: String
  /// How many bytes to send, or nil for a request without a body.
  public var bodyBytes: Int?
  /// The bytes to send, or nil for letters and digits.
  public var content: [UInt8]?
  /// How long to wait after the end of the previous request, in nanoseconds.
  public var after: Int64
  /// Whether it is made without waiting for the previous request.
  public var isTogether: Bool

  public init(
    method: String = "GET", url: String, bodyBytes: Int? = nil, content: [UInt8]? = nil, after: Int64 = 0,
    isTogether: Bool = false
  ) {
    self.method = method
    self.url = url
    self.bodyBytes = bodyBytes
    self.content = content
    self.after = after
    self.isTogether = isTogether
  }

  /// Whether a client that gets only a URL can make it.
  public var isPlainGet: Bool { method == "GET" && bodyBytes == nil }
}
