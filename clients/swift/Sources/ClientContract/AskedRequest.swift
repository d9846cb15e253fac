/// A request as `HEADWIND_REQUESTS` has it.
public struct AskedRequest: Sendable, Decodable {
  public var method: String
  public var url: String
  /// A file to send.
  public var body: String?
  /// The file that the response's body goes to.
  public var output: String
  /// The media type that the response is needed in, if it matters.
  public var accept: String?
  /// Seconds to wait before it, once the one before has ended.
  public var after: Double
  /// Whether it is made without waiting for the one before.
  public var together: Bool

  /// Takes no response in another media type for an answer, which is the caller's business: `Content-Type` without its parameters.
  public func check(type: String?) throws {
    if let accept, let type, type.lowercased() != accept {
      throw RequestFailure("the response is \(type), not \(accept)")
    }
  }
}
