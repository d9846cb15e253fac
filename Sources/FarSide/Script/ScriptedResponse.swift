/// A response that may keep its promises or break them.
public struct ScriptedResponse: Sendable, Hashable {
  /// How the end of the body is marked (RFC 9112 section 6).
  public enum Framing: String, Sendable, CaseIterable {
    case length
    case chunked
    /// Neither. The body ends with the connection.
    case close
  }

  public struct Header: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A body that comes in small portions.
  public struct Pace: Sendable, Hashable {
    /// The bytes of a portion; at least 1.
    public var bytes: Int
    /// The time from one portion to the next in nanoseconds.
    public var interval: Int64

    public init(bytes: Int, interval: Int64) {
      self.bytes = bytes
      self.interval = interval
    }
  }

  public var status: Int
  public var headers: [Header]
  public var body: ScriptedBody
  public var framing: Framing
  /// The value of Content-Length if it differs from the length of the body.
  public var declaredLength: Int?
  /// After how many bytes the body breaks off. The next step decides what follows.
  public var stopsAfter: Int?
  public var pace: Pace?

  public init(
    status: Int = 200, headers: [Header] = [], body: ScriptedBody = .bytes([]), framing: Framing = .length,
    declaredLength: Int? = nil, stopsAfter: Int? = nil, pace: Pace? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.framing = framing
    self.declaredLength = declaredLength
    self.stopsAfter = stopsAfter
    self.pace = pace
  }
}
