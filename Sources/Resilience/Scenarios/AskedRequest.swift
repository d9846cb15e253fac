/// What a client is asked to do: a method, a URL, perhaps a body to send.
public struct AskedRequest: Sendable, Hashable {
  public var method: String
  public var url: String
  /// How many bytes to send, or nil for a request without a body.
  public var bodyBytes: Int?
  /// How long to wait before it, in nanoseconds, once the one before has ended.
  public var after: Int64
  /// Whether it is made without waiting for the one before.
  public var isTogether: Bool

  public init(
    method: String = "GET", url: String, bodyBytes: Int? = nil, after: Int64 = 0, isTogether: Bool = false
  ) {
    self.method = method
    self.url = url
    self.bodyBytes = bodyBytes
    self.after = after
    self.isTogether = isTogether
  }

  /// Whether a client that is only told a URL can do it.
  public var isPlainGet: Bool { method == "GET" && bodyBytes == nil }
}
