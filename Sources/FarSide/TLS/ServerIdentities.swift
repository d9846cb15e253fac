internal import Cryptography
import NIOCore
import NIOSSL
import Synchronization

/// The certificates that a server presents. Each is created when a client first asks for its name.
final class ServerIdentities: Sendable {
  /// The most certificates that are kept, more than a client needs.
  private static let mostNames = 256
  /// The name in a certificate for another host.
  private static let otherHost = "other-host.test"

  private let authority: CertificateAuthority
  private let kind: ServedCertificate
  private let addresses: [[UInt8]]
  private let key: SigningKey
  private let made = Mutex<[String: NIOSSLCertificate]>([:])

  /// - Parameter addresses: the addresses at which the server is reached without a name.
  init(_ kind: ServedCertificate, by authority: CertificateAuthority, addresses: [[UInt8]]) throws {
    self.kind = kind
    self.authority = kind == .unknownAuthority ? try CertificateAuthority(name: "Some Other CA") : authority
    self.addresses = addresses
    key = try SigningKey()
  }

  /// The same with other certificates.
  func with(_ kind: ServedCertificate) throws -> ServerIdentities {
    try ServerIdentities(kind, by: authority, addresses: addresses)
  }

  /// The TLS configuration of a server: TLS 1.2 and 1.3.
  /// - Parameter protocols: what the server speaks, in the order of its preference (ALPN, RFC 7301).
  func configuration(speaking protocols: [String]) throws -> TLSConfiguration {
    let privateKey = try NIOSSLPrivateKeySource.privateKey(
      NIOSSLPrivateKey(bytes: key.der, format: .der))
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [.certificate(try certificate(for: nil))], privateKey: privateKey)
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = protocols
    // How long a server waits for the client's close_notify after sending its own.
    configuration.shutdownTimeout = .seconds(1)
    configuration.sslContextCallback = { [self] values, promise in
      promise.completeWith(
        Result {
          var changes = NIOSSLContextConfigurationOverride()
          changes.certificateChain = [.certificate(try certificate(for: values.serverHostname))]
          changes.privateKey = privateKey
          return changes
        })
    }
    return configuration
  }

  /// The certificate for a name, or for only the server's addresses, in DER.
  func bytes(for name: String?) throws -> [UInt8] { try certificate(for: name).toDERBytes() }

  /// The key of every certificate (PKCS #8), in DER.
  var keyBytes: [UInt8] { key.der }

  /// The certificate for a name, or for only the server's addresses.
  private func certificate(for name: String?) throws -> NIOSSLCertificate {
    try made.withLock { made in
      let known = name ?? ""
      if let certificate = made[known] { return certificate }
      let isOther = kind == .otherHost
      let bytes = try authority.leaf(
        kind, names: isOther ? [Self.otherHost] : name.map { [$0] } ?? [], addresses: isOther ? [] : addresses, key: key
      )
      let certificate = try NIOSSLCertificate(bytes: bytes, format: .der)
      if made.count >= Self.mostNames { made.removeAll() }
      made[known] = certificate
      return certificate
    }
  }
}
