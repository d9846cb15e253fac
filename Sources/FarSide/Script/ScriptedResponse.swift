/// A response that may keep its promises or break them.
public struct ScriptedResponse: Sendable, Hashable {
  /// How the end of the body is told (RFC 9112 section 6).
  public enum Framing: String, Sendable, CaseIterable {
    case length
    case chunked
    /// Neither: the body ends with the connection.
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
    /// How many bytes a portion has; at least 1.
    public var bytes: Int
    /// How long it is from one portion to the next, in nanoseconds.
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
  /// What Content-Length says where that is not the body's length.
  public var declaredLength: Int?
  /// After how many bytes of the body the response breaks off; what follows is up to the next step.
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
