import NIOHTTP1

/// Decides who may ask: the browser page and programs that know the token, and no page of another site.
struct AccessGuard: Sendable {
  /// A secret of this run, which only the printed address contains.
  let token: String
  /// What a browser on this machine calls the console: `127.0.0.1:PORT` and `localhost:PORT`.
  private let hosts: Set<String>

  init(token: String, port: Int) {
    self.token = token
    hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
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
    let names = headers["Host"]
    guard names.count == 1, hosts.contains(names[0].lowercased()) else { return false }
    return headers["Origin"].allSatisfy { origin in hosts.contains { origin == "http://" + $0 } }
  }

  /// Whether the request has the token, as `Authorization: Bearer TOKEN`.
  func hasToken(_ headers: HTTPHeaders) -> Bool {
    headers["Authorization"].contains { isToken($0, after: "Bearer ") }
  }

  /// The same for a WebSocket, to which a page can give no header but its protocols.
  func hasTokenAmongProtocols(_ headers: HTTPHeaders) -> Bool {
    headers[canonicalForm: "Sec-WebSocket-Protocol"].contains { isToken(String($0), after: "token.") }
  }

  /// Compares in a time that does not depend on where the first difference is.
  private func isToken(_ text: String, after prefix: String) -> Bool {
    let (given, wanted) = (Array(text.utf8), Array((prefix + token).utf8))
    guard given.count == wanted.count else { return false }
    return zip(given, wanted).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
  }
}
