/// The head of a request, as far as a script looks at it.
struct RequestHead: Sendable, Equatable {
  var method = ""
  /// A path, a whole URL (for a proxy), or a host and a port (CONNECT).
  var target = ""
  /// The header fields in order; in HTTP/2 without the pseudo-header fields.
  var fields: [ScriptedResponse.Header] = []
  /// The host that HTTP/2 names in `:authority`; nil in HTTP/1.1.
  var authority: String?

  /// The value of the first field with this name.
  func value(of name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The path with the query, also where the target is a whole URL.
  var path: String {
    guard let scheme = target.firstRange(of: "://"), !target.hasPrefix("/") else { return target }
    let path = target[scheme.upperBound...].drop { $0 != "/" }
    return path.isEmpty ? "/" : String(path)
  }

  /// The host that the request is for, in lower-case letters and without a port. A target with a host takes precedence (RFC 9112 section
  /// 3.2.2).
  var host: String {
    Self.withoutPort(hostOfTarget ?? authority ?? value(of: "host") ?? "").lowercased()
  }

  /// The port that CONNECT asks for; nil for another method.
  var portOfTunnel: UInt16? {
    guard method == "CONNECT", let colon = target.lastIndex(of: ":") else { return nil }
    return UInt16(target[target.index(after: colon)...])
  }

  private var hostOfTarget: String? {
    if method == "CONNECT" { return target }
    guard let scheme = target.firstRange(of: "://"), !target.hasPrefix("/") else { return nil }
    return String(target[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" })
  }

  private static func withoutPort(_ authority: String) -> String {
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last.map { String($0) } ?? ""
    if host.hasPrefix("[") { return String(host.prefix { $0 != "]" }) + "]" }
    return String(host.prefix { $0 != ":" })
  }
}
