/// An HTTP request and its outcome: HTTP/1 or HTTP/2, in the clear or within TLS whose secrets are known. Times count from
/// the start of the test.
public struct LinkExchange: Sendable, Hashable {
  /// The number of its connection.
  public let stream: Int
  public let method: String?
  /// The request target as it was sent.
  public let target: String?
  public let url: String?
  /// The status of the response, once it has begun.
  public let status: Int?
  /// `HTTP/1.1`, `HTTP/2`.
  public let version: String?
  /// The version of TLS that it went through, such as `TLS 1.3`; nil in the clear.
  public let tls: String?
  /// The number of its stream in HTTP/2.
  public let http2Stream: Int?
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
    case stream, method, target, url, status, version, tls, outcome, began, ended
    case http2Stream = "http2_stream"
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
    version = try values.decodeIfPresent(String.self, forKey: .version)
    tls = try values.decodeIfPresent(String.self, forKey: .tls)
    http2Stream = try values.decodeIfPresent(Int.self, forKey: .http2Stream)
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
