/// A request that a client is asked to make: a method, a URL, and possibly a body to send.
public struct AskedRequest: Sendable, Hashable {
  public var method: String
  public var url: String
  /// How many bytes to send, or nil for a request without a body.
  public var bodyBytes: Int?
  /// The bytes to send, or nil for letters and digits.
  public var content: [UInt8]?
  /// The media type that the client needs the response in, or nil for any.
  public var accept: String?
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

  /// What it asks the server for: the path and the query of its URL, `/` if there is none.
  var target: String {
    let target = url.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
    return target.isEmpty ? "/" : String(target.prefix { $0 != "#" })
  }
  /// How URLs begin.
  static let schemes = ["http://", "https://", "ws://", "wss://"]

  /// Whether it goes through TLS, to port 443.
  var isSecure: Bool { url.hasPrefix("https://") || url.hasPrefix("wss://") }

  /// Whether a client that gets only a URL can make it.
  public var isPlainGet: Bool { method == "GET" && bodyBytes == nil }
}
