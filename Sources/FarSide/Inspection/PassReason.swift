import TextOutput

/// Why a connection is passed through untouched.
package enum PassReason: Hashable, Sendable {
  case isNotTLS
  case serverSpeaksFirst
  case helloUnreadable
  case helloUnfinished
  case hasNoName
  case hidesItsName
  case isTooOld
  /// It offers only application protocols that are not mirrored.
  case speaks(String)
  /// The server asks for the client's certificate, and only the client has its key.
  case asksForClientCertificate
  /// TLS with the real server failed, for the reason given.
  case serverFailed(String)
  /// An earlier connection's client did not accept the certificate that it was shown.
  case wasRejected
}

extension PassReason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .isNotTLS: "not TLS"
    case .serverSpeaksFirst: "the server speaks first"
    case .helloUnreadable: "its ClientHello cannot be read"
    case .helloUnfinished: "its ClientHello did not come to an end"
    case .hasNoName: "the ClientHello names no server (SNI)"
    case .hidesItsName: "the ClientHello encrypts the server's name (ECH)"
    case .isTooOld: "older than TLS 1.2"
    case .speaks(let name): "it speaks neither HTTP/2 nor HTTP/1.1, but \(HarmlessText.escaped(name))"
    case .asksForClientCertificate: "the server asks for a client certificate"
    case .serverFailed(let reason): "TLS with the server failed: \(reason)"
    case .wasRejected: "the client rejected the certificate of this run"
    }
  }
}
