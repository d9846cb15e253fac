internal import FarSide
internal import VirtualLink

extension Scenario {
  /// The body that a successful client has received: that of the last 2xx response of the script. Nil if the script
  /// has no such response, or if the client may end without it.
  var expectedBody: [UInt8]? {
    let isSecure = requests.contains(where: \.isSecure)
    let script = isSecure ? farSide.https.script : farSide.http
    let acts = (isSecure ? farSide.https.http3?.acts : nil) ?? script?.http2?.acts ?? script?.acts
    let bodies = Self.lists(of: acts).joined().compactMap { step -> ScriptedBody? in
      guard case .respond(let response) = step, (200...299).contains(response.status) else { return nil }
      return response.body
    }
    return bodies.last.map { $0.bytes(in: 0..<$0.count) }
  }

  /// The bodies of the scripts that have a coding, as they are sent.
  var codedBodies: [[UInt8]] {
    [farSide.http, farSide.https.script, farSide.proxy?.script].flatMap {
      Self.lists(of: $0?.http2?.acts ?? $0?.acts).joined()
    }.compactMap {
      guard case .respond(let response) = $0, response.headers.contains(where: Self.isCoding) else { return nil }
      return response.body.bytes(in: 0..<response.body.count)
    }
  }

  private static func isCoding(_ header: ScriptedResponse.Header) -> Bool {
    header.name.lowercased() == "content-encoding"
  }

  private static func lists(of acts: ServerScript.Acts?) -> [[ServerStep]] {
    switch acts {
    case .connections(let lists)?, .requests(let lists)?: lists
    case .routes(let routes)?: routes.flatMap(\.lists)
    case nil: []
    }
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
