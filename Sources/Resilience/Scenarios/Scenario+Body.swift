internal import FarSide
internal import VirtualLink

extension Scenario {
  /// The body that a successful client has received: that of the last 2xx response of the script. Nil if the script
  /// has no such response, or if the client may end without it.
  var expectedBody: [UInt8]? {
    let isSecure = requests.contains { $0.url.hasPrefix("https://") }
    let lists: [[ServerStep]] =
      switch (isSecure ? farSide.https.script : farSide.http)?.acts {
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
  /// Whether it uses the addresses for which the router reports "host unreachable".
  public var needsUnreachable: Bool {
    let hosts = [LinkTopology.unreachable4, LinkTopology.unreachable6]
    return requests.contains { request in hosts.contains { request.url.contains($0) } }
  }

  /// Whether the client needs a global IPv6 address, so that it prefers IPv6 (RFC 6724). The link's own addresses are
  /// unique local ones, to which clients prefer IPv4.
  public var needsWorldIPv6: Bool { farSide.dns.answersIPv6 }
}
