/// A request as `HEADWIND_REQUESTS` has it.
public struct AskedRequest: Sendable, Decodable {
  public var method: String
  public var url: String
  /// A file to send.
  public var body: String?
  /// The file that the response's body goes to.
  public var output: String
  /// Seconds to wait before it, once the one before has ended.
  public var after: Double
  /// Whether it is made without waiting for the one before.
  public var together: Bool
}
