/// An HTTP exchange of a scenario's capture, as far as reports show it. Times are seconds from the client's start.
public struct ExchangeRow: Sendable, Codable {
  public var number: Int
  public var stream: Int
  public var method: String
  public var url: String
  public var status: Int?
  /// The request's first byte, the response's first, the end.
  public var began: Double
  public var responded: Double?
  public var ended: Double?
  /// The packets of the request's first byte and of the response's.
  public var requestPacket: Int
  public var responsePacket: Int?
  /// Bytes of the response's body on the wire.
  public var bodyBytes: Int64
  /// The heads as they were sent, and the first 4 KB of the response's body with its codings undone.
  public var requestHead: String
  public var responseHead: String
  public var responseBody: String
  /// How it ended.
  public var outcome: String
}
