internal import FarSide
internal import VirtualLink

extension Scenario {
  /// What the client has when it has all: the body of the last 2xx response of the script; nil where the script has none,
  /// or the client may rightly end without it.
  var expectedBody: [UInt8]? {
    let lists: [[ServerStep]] =
      switch farSide.http?.acts {
      case .connections(let lists)?, .requests(let lists)?: lists
      case nil: []
      }
    let bodies = lists.joined().compactMap { step -> ScriptedBody? in
      guard case .respond(let response) = step, (200...299).contains(response.status) else { return nil }
      return response.body
    }
    return bodies.last.map { $0.bytes(in: 0..<$0.count) }
  }
}

extension Scenario {
  /// Whether it leads to the addresses of which a router says that they cannot be reached.
  public var needsUnreachable: Bool {
    let hosts = [LinkTopology.unreachable4, LinkTopology.unreachable6]
    return requests.contains { request in hosts.contains { request.url.contains($0) } }
  }

  /// Whether the client must have an IPv6 address of the world, by which it prefers IPv6 (RFC 6724): the link's own are of a
  /// kind to which IPv4 is preferred.
  public var needsWorldIPv6: Bool { farSide.dns.answersIPv6 }
}
