/// What a client must use for a scenario to concern it. The scenario does not apply to a client that the wire shows not to use it.
public enum Use: String, Sendable, CaseIterable {
  case keptConnections = "kept-connections"
  case retries
  case redirects
  case ipv6
  case expectContinue = "expect-continue"
  case gzip

  /// Whether a client that does not use it may break a demand: what was never asked for may be kept as it came.
  func isExcuse(for demand: Demand?) -> Bool {
    self == .gzip && demand == .fail
  }

  /// Why a scenario does not apply to a client that does not use it.
  var absence: String {
    switch self {
    case .keptConnections: "the client keeps no connection open after a response"
    case .retries: "the client does not retry"
    case .redirects: "the client does not follow redirects"
    case .ipv6: "the client does not connect over IPv6"
    case .expectContinue: "the client does not ask for 100 Continue"
    case .gzip: "the client does not ask for gzip"
    }
  }
}
