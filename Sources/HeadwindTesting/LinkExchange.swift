/// An HTTP/1 request in the clear and its outcome. Times count from the start of the test.
public struct LinkExchange: Sendable, Hashable {
  /// The number of its connection.
  public let stream: Int
  public let method: String?
  /// The request target as it was sent.
  public let target: String?
  public let url: String?
  /// The status of the response, once it has begun.
  public let status: Int?
  /// `complete`, `open`, `abandoned` (the client closed the connection first), `unanswered`, `reset_by_server` ...; see
  /// docs/exports.md.
  public let outcome: String
  public let began: Duration?
  public let requestSent: Duration?
  public let responseStarted: Duration?
  public let ended: Duration?
  /// How many bytes of the bodies have been seen.
  public let requestBytes: Int?
  public let responseBytes: Int?

  public var isComplete: Bool { outcome == "complete" }
}

extension LinkExchange: Decodable {
  private enum Key: String, CodingKey {
    case stream, method, target, url, status, outcome, began, ended
    case requestSent = "request_sent"
    case responseStarted = "response_started"
    case requestBytes = "request_bytes"
    case responseBytes = "response_bytes"
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let time = LinkStart.times(in: values, of: decoder)
    stream = try values.decode(Int.self, forKey: .stream)
    method = try values.decodeIfPresent(String.self, forKey: .method)
    target = try values.decodeIfPresent(String.self, forKey: .target)
    url = try values.decodeIfPresent(String.self, forKey: .url)
    status = try values.decodeIfPresent(Int.self, forKey: .status)
    outcome = try values.decode(String.self, forKey: .outcome)
    began = try time(.began)
    requestSent = try time(.requestSent)
    responseStarted = try time(.responseStarted)
    ended = try time(.ended)
    requestBytes = try values.decodeIfPresent(Int.self, forKey: .requestBytes)
    responseBytes = try values.decodeIfPresent(Int.self, forKey: .responseBytes)
  }
}

extension LinkExchange: CustomStringConvertible {
  public var description: String {
    "\(method ?? "?") \(url ?? target ?? "?"): \(status.map(String.init) ?? "no response"), \(outcome)"
  }
}
