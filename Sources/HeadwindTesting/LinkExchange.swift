/// An HTTP request and its outcome: HTTP/1 or HTTP/2, in the clear or within TLS whose secrets are known. Times count from
/// the start of the test.
public struct LinkExchange: Sendable, Hashable {
  /// The number of its connection.
  public let stream: Int
  /// The method, such as `GET`; nil if the request was not seen.
  public let method: String?
  /// The request target as it was sent.
  public let target: String?
  /// The whole URL, with the host of the request; nil if the request was not seen.
  public let url: String?
  /// The status of the response, once it has begun.
  public let status: Int?
  /// `HTTP/1.1`, `HTTP/2`, `HTTP/3`.
  public let version: String?
  /// The version of TLS that it went through, such as `TLS 1.3`; nil in the clear.
  public let tls: String?
  /// The number of its stream in HTTP/2.
  public let http2Stream: Int?
  /// The number of its stream of QUIC in HTTP/3.
  public let http3Stream: Int?
  /// `complete`, `open`, `abandoned` (the client closed the connection first), `unanswered`, `reset_by_server` ...; see
  /// docs/exports.md.
  public let outcome: String
  /// When the first byte of the request was sent.
  public let began: Duration?
  /// When the request was sent to its last byte; nil if it was not.
  public let requestSent: Duration?
  /// When the first byte of the response arrived; nil if none has.
  public let responseStarted: Duration?
  /// When its outcome was known: the last byte of the response, a reset, the end of the connection.
  public let ended: Duration?
  /// How many bytes of the bodies have been seen.
  public let requestBytes: Int?
  /// Bytes of the response's body that arrived, as they were sent: compressed, without chunks; nil if no response has begun.
  public let responseBytes: Int?

  /// Whether the response arrived to its end.
  public var isComplete: Bool { outcome == "complete" }
}

extension LinkExchange: Decodable {
  private enum Key: String, CodingKey {
    case stream, method, target, url, status, version, tls, outcome, began, ended
    case http2Stream = "http2_stream"
    case http3Stream = "http3_stream"
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
    http3Stream = try values.decodeIfPresent(Int.self, forKey: .http3Stream)
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
