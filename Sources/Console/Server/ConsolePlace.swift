/// Where a console is served, and to whom.
public enum ConsolePlace: Sendable {
  /// On 127.0.0.1, to whoever knows the token in the printed address. Port 0 stands for any that is free.
  case loopback(port: Int)
  /// On a Unix socket, which only its user can open, to whoever knows the token.
  case socket(path: String)
  /// On an address of this machine, over TLS, to whoever knows the password.
  case network(host: String, port: Int, ServerCertificate, password: String)

  /// What a server proves its name with, in PEM (RFC 7468).
  public struct ServerCertificate: Sendable {
    /// The server's certificate, and those of the CAs that signed it.
    let chain: [UInt8]
    let key: [UInt8]

    public init(chain: [UInt8], key: [UInt8]) {
      self.chain = chain
      self.key = key
    }
  }
}
