/// An HTTP exchange in a scenario's capture, with what reports show. Times are seconds since the client's start.
public struct ExchangeRow: Sendable, Codable {
  public var number: Int
  public var stream: Int
  public var method: String
  public var url: String
  public var status: Int?
  /// The times of the request's first byte, of the response's first byte, and of the end.
  public var began: Double
  public var responded: Double?
  public var ended: Double?
  /// The packets with the first bytes of the request and of the response.
  public var requestPacket: Int
  public var responsePacket: Int?
  /// The length of the response's body on the wire, in bytes.
  public var bodyBytes: Int64
  /// The heads as they were sent, and the first 4 KB of the decoded response body.
  public var requestHead: String
  public var responseHead: String
  public var responseBody: String
  /// How it ended.
  public var outcome: String
}
