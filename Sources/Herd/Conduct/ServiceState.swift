/// What a service does to those who use it.
public enum ServiceState: String, Sendable, Hashable, Codable, CaseIterable {
  /// It answers at once.
  case healthy
  /// It does not answer a SYN, and nothing else comes back.
  case blackHole = "black-hole"
  /// It answers every SYN with RST.
  case refused
  /// It answers every request with status 503.
  case unavailable
  /// It accepts connections and requests, and answers nothing.
  case silent

  /// The states of an outage.
  public static let outages: [Self] = [.blackHole, .refused, .unavailable, .silent]

  /// The state as words that follow "a service that".
  public var words: String {
    switch self {
    case .healthy: "answers at once"
    case .blackHole: "answers no SYN"
    case .refused: "refuses connections"
    case .unavailable: "answers 503"
    case .silent: "accepts requests and answers nothing"
    }
  }
}
