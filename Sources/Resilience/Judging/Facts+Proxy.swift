import Streams

internal import Dissection
internal import Wire

/// How the client uses the proxy of its environment.
extension Facts {
  private var toProxy: [ObservedConnection] { evidence.connections.filter { $0.port == Scenario.proxyPort } }

  /// Whether the client looked for the proxy, or asked it for a connection.
  var asksProxy: Bool {
    !toProxy.isEmpty || evidence.nameQueries.contains { Self.name(of: $0) == Scenario.proxyHost }
  }

  private static func name(of query: NameQuery) -> String { String(query.question.prefix { $0 != " " }) }

  func connectionAroundProxy() -> Finding? {
    let others = evidence.connections.filter { $0.port != Scenario.proxyPort }
    guard let first = others.first else { return nil }
    let firsts = others.compactMap(\.attempts.first)
    return Finding("it connected to port \(first.port) without the proxy,\(at(firsts))", firsts)
  }

  func connectionToProxy() -> Finding? {
    let firsts = toProxy.compactMap(\.attempts.first)
    return firsts.isEmpty ? nil : Finding("it connected to the proxy\(at(firsts))", firsts)
  }

  func queryBesideProxy() -> Finding? {
    let others = evidence.nameQueries.filter { Self.name(of: $0) != Scenario.proxyHost }
    guard let first = others.first else { return nil }
    let packets = others.map(\.packet)
    return Finding("it asked for \(first.question) itself,\(at(packets))", packets)
  }

  /// What goes through a tunnel is for the server, and what asks for the tunnel is for the proxy. So is a request with a whole URL
  /// (RFC 9112 section 3.2.2).
  func fieldBeyondProxy(_ fields: [String]) -> Finding? {
    let beyond = evidence.requests.filter { !$0.asksForTunnel && ($0.isSecure || !$0.target.contains("://")) }
    for field in fields {
      let leaks = beyond.filter { $0.fields[field.lowercased()] != nil }
      guard let first = leaks.first else { continue }
      return Finding("it sent \(field) to the server with \(first.method) \(first.target)", leaks.map(\.packet))
    }
    return nil
  }
}
