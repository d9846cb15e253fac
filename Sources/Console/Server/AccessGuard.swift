import NIOHTTP1

/// Decides who may ask: the browser page and programs that know the token, and no page of another site.
struct AccessGuard: Sendable {
  /// What a browser may call the console.
  enum Names: Sendable {
    /// 127.0.0.1 or localhost, with this port.
    case loopback(port: Int)
    /// 127.0.0.1 or localhost, with any port: that of whatever forwards to a Unix socket.
    case forwarded
    /// Any name: the certificate and the password, which another site has not, keep it out.
    case any
  }

  /// A secret of this run, which only the printed address contains, or the answer to the right password.
  let token: String
  private let names: Names

  init(token: String, names: Names) {
    self.token = token
    self.names = names
  }

  /// 128 random bits in 32 digits.
  static func makeToken() -> String {
    (0..<16).map { _ in
      let byte = UInt8.random(in: .min ... .max)
      return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }

  /// Whether the request was meant for this console. A page of another site can make a browser send requests here, under another name
  /// (DNS rebinding) or with its own origin.
  func isAddressedHere(_ headers: HTTPHeaders) -> Bool {
    let hosts = headers["Host"].map { $0.lowercased() }
    guard hosts.count == 1, isOurs(hosts[0]) else { return false }
    return headers["Origin"].allSatisfy { origin in
      guard let end = origin.firstRange(of: "://")?.upperBound, origin[..<end] == scheme else { return false }
      return isOurs(origin[end...].lowercased()) && (origin[end...].lowercased() == hosts[0] || !isAnyName)
    }
  }

  private var isAnyName: Bool { if case .any = names { true } else { false } }
  private var scheme: String { isAnyName ? "https://" : "http://" }

  private func isOurs(_ host: String) -> Bool {
    switch names {
    case .loopback(let port): ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host)
    case .forwarded:
      ["127.0.0.1", "localhost"].contains(host.split(separator: ":", maxSplits: 1).first.map(String.init) ?? "")
    case .any: !host.isEmpty
    }
  }

  /// Whether the request has the token, as `Authorization: Bearer TOKEN`.
  func hasToken(_ headers: HTTPHeaders) -> Bool {
    headers["Authorization"].contains { Self.areEqual($0, "Bearer " + token) }
  }

  /// The same for a WebSocket, to which a page can give no header but its protocols.
  func hasTokenAmongProtocols(_ headers: HTTPHeaders) -> Bool {
    headers[canonicalForm: "Sec-WebSocket-Protocol"].contains { Self.areEqual(String($0), "token." + token) }
  }

  /// Compares in a time that does not depend on where the first difference is.
  static func areEqual(_ given: String, _ wanted: String) -> Bool {
    let (given, wanted) = (Array(given.utf8), Array(wanted.utf8))
    guard given.count == wanted.count else { return false }
    return zip(given, wanted).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
  }
}
