/// What a link waits for: something seen on the wire, or a time.
///
///     .link("Black Hole", when: .responseStarted)
///     .link("Black Hole", when: "4 KB down")
public struct LinkTrigger: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The words of the timeline language: `when request-sent`, `after 2 s`.
  public let description: String

  /// - Parameter words: the words after `when`: `request-sent`, `4 KB down`, `http "GET /search*"`, `idle 1 s`.
  public init(stringLiteral words: String) {
    description = "when \(words)"
  }

  private init(after time: Duration) {
    description = "after \(time.words)"
  }

  /// A client asks for a TCP connection.
  public static let syn: LinkTrigger = "syn"
  /// The first bytes of a request have crossed the link.
  public static let request: LinkTrigger = "request"
  /// Everything that the client wrote at once for a request has crossed the link.
  public static let requestSent: LinkTrigger = "request-sent"
  /// The first bytes of a response have reached the client.
  public static let responseStarted: LinkTrigger = "response-started"

  /// A client begins a connection of QUIC.
  public static let quicInitial: LinkTrigger = "quic-initial"
  /// A client has completed the handshake of QUIC.
  public static let quicHandshake: LinkTrigger = "quic-handshake"
  /// A request of HTTP/3 has crossed the link. Where the secrets are not known, it is told by the length of packets.
  public static let h3Request: LinkTrigger = "h3-request"

  /// This much payload has reached the client: `.down("4 KB")`.
  public static func down(_ size: String) -> LinkTrigger { LinkTrigger(stringLiteral: "\(size) down") }

  /// This much of the client's payload has crossed the link: `.up("1 MB")`.
  public static func up(_ size: String) -> LinkTrigger { LinkTrigger(stringLiteral: "\(size) up") }

  /// A matching HTTP request has crossed the link, in the clear or within TLS whose secrets are known; `*` matches any characters: `.http("GET /search*")`.
  public static func http(_ pattern: String) -> LinkTrigger { LinkTrigger(stringLiteral: "http \"\(pattern)\"") }

  /// Nothing has crossed for this long, after something had.
  public static func idle(_ time: Duration) -> LinkTrigger { LinkTrigger(stringLiteral: "idle \(time.words)") }

  /// This long after the call.
  public static func after(_ time: Duration) -> LinkTrigger { LinkTrigger(after: time) }
}

extension Duration {
  /// The duration in the form that the control protocol reads: whole microseconds.
  var words: String {
    // No more than a thousand years, so that the microseconds fit.
    let (seconds, attoseconds) = components
    return "\(max(0, max(0, min(seconds, Self.mostSeconds)) * 1_000_000 + attoseconds / 1_000_000_000_000)) us"
  }

  /// Whole seconds, rounded up; no more than a thousand years.
  var wholeSeconds: Int {
    Int(max(0, min(components.seconds, Self.mostSeconds))) + (components.attoseconds > 0 ? 1 : 0)
  }

  private static let mostSeconds: Int64 = 1000 * 366 * 86_400
}
