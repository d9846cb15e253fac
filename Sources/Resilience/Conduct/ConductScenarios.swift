public import Herd

/// The scenarios in which a client is run to learn its conduct: one for each state of a service.
public enum ConductScenarios {
  /// In this one, the client does two uses with a second between them.
  private static let later = "herd.later"
  private static let families = "herd."

  /// What a scenario shows.
  public enum Purpose: Sendable, Hashable {
    /// What the client does if the service is in a state.
    case state(ServiceState)
    /// What the client does for its next use.
    case later
  }

  /// What the scenario with an ID shows; nil if it is none of these.
  public static func purpose(of id: String) -> Purpose? {
    if id == later { return .later }
    guard id.hasPrefix(families) else { return nil }
    return ServiceState(rawValue: String(id.dropFirst(families.count))).map { .state($0) }
  }

  /// The suite file with the scenarios.
  /// - Parameter isSecure: whether the service is one of TLS.
  public static func suite(isSecure: Bool) -> String {
    // The key of the server has the name of the scheme.
    let scheme = isSecure ? "https" : "http"
    let states = ServiceState.allCases.map { state in
      scenario(
        families + state.rawValue, summary: "the service \(state.words)", server: "\(scheme): \(server(state))",
        ask: "\(scheme)://api.test/item")
    }
    let second = "[\(scheme)://api.test/item, { url: \(scheme)://api.test/item, after: 1 s }]"
    return """
      # Written by headwind herd.
      scenarios:
      \(states.joined())
      \(scenario(later, summary: "the client asks a second time", server: "\(scheme): \(server(.healthy))", ask: second))

      """
  }

  private static func scenario(_ id: String, summary: String, server: String, ask: String) -> String {
    """
      - id: \(id)
        summary: \(summary)
        source: headwind herd
        \(server)
        ask: \(ask)
        shows: network-tried
        expect:
          - must: give up by the deadline

    """
  }

  private static func server(_ state: ServiceState) -> String {
    switch state {
    case .healthy: "{ requests: [[{ respond: { body: 1 KB } }]] }"
    case .blackHole: "{ listen: never }"
    case .refused: "{ listen: refuse }"
    case .unavailable: "{ requests: [[{ respond: 503 }]] }"
    case .silent: "{ connections: [[read-request, stall]] }"
    }
  }
}
