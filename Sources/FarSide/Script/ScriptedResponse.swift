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

  /// How a server answers a request for a part of the body (RFC 9110 section 14).
  public struct Part: Sendable, Hashable {
    /// By how many bytes the part begins before what was asked for; 0 for a server that keeps to the request.
    public var earlier: Int

    public init(earlier: Int = 0) {
      self.earlier = earlier
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
  /// The fields after the body (RFC 9110 section 6.5): in HTTP/2, and after the last chunk in HTTP/1.1.
  public var trailers: [Header]
  /// How many bytes of filler the head has besides.
  public var headFiller: Int
  /// Whether a part of the body is sent if the request asks for one; nil if the server knows no ranges.
  public var part: Part?
  /// Whether the body is text, in which placeholders stand for what the request says.
  public var isText = false

  public init(
    status: Int = 200, headers: [Header] = [], body: ScriptedBody = .bytes([]), framing: Framing = .length,
    declaredLength: Int? = nil, stopsAfter: Int? = nil, pace: Pace? = nil, trailers: [Header] = [],
    headFiller: Int = 0
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.framing = framing
    self.declaredLength = declaredLength
    self.stopsAfter = stopsAfter
    self.pace = pace
    self.trailers = trailers
    self.headFiller = headFiller
  }
}

extension ScriptedResponse {
  /// The longest value of a field of filler.
  private static let longestFiller = 4096

  /// The header fields, with those of the filler.
  var allHeaders: [Header] {
    headers
      + stride(from: 0, to: headFiller, by: Self.longestFiller).map { start in
        let bytes = ScriptedBody.filler(count: headFiller).bytes(
          in: start..<min(headFiller, start + Self.longestFiller))
        return Header("x-filler-\(start / Self.longestFiller)", String(decoding: bytes, as: UTF8.self))
      }
  }
}
