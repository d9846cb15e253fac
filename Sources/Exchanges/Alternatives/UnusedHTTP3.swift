/// Why a connection was not one of HTTP/3, although its server offers that.
public struct UnusedHTTP3: Hashable, Sendable {
  /// Where the server offered it before the connection was made.
  public enum Offer: String, Hashable, Sendable {
    /// In the Alt-Svc field of an earlier response (RFC 7838).
    case alternativeService = "Alt-Svc"
    /// In an HTTPS record of DNS (RFC 9460).
    case record = "HTTPS record"
  }

  /// What became of the attempt.
  public enum Reason: Hashable, Sendable {
    /// The client sent no QUIC packet there.
    case neverTried
    /// The server answered none of this many Initial packets: UDP is lost on the way.
    case unanswered(packets: Int)
    /// The server answered, but the handshake was not completed.
    case incompleteHandshake
    /// The server does not speak the client's version of QUIC.
    case version
    /// The connection was closed with an error before it was of use.
    case closed(String)
  }

  /// Where it was offered.
  public var offer: Offer
  /// What became of it.
  public var reason: Reason

  /// In words: `h3 offered (Alt-Svc), but not used: never tried`.
  public var words: String { "h3 offered (\(offer.rawValue)), but not used: \(reason)" }
}

extension UnusedHTTP3.Reason: CustomStringConvertible {
  /// In words: `no answer to 4 Initials`.
  public var description: String {
    switch self {
    case .neverTried: "never tried"
    case .unanswered(let count): "no answer to \(count) Initial\(count == 1 ? "" : "s")"
    case .incompleteHandshake: "handshake not completed"
    case .version: "version not supported by the server"
    case .closed(let error): "closed: \(error)"
    }
  }
}
