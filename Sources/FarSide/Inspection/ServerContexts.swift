import NIOCore
import NIOSSL
import Synchronization

/// The TLS settings towards real servers.
final class ServerContexts: Sendable {
  private struct Kind: Hashable {
    var protocols: [String]
    var lowest: TLSVersion
    var highest: TLSVersion
    var verifies: Bool
  }

  private let roots: NIOSSLTrustRoots
  private let made = Mutex<[Kind: NIOSSLContext]>([:])

  /// - Parameter roots: the certificates of the authorities that are trusted, in PEM.
  init(trusting roots: [UInt8]) throws {
    self.roots = .certificates(try NIOSSLCertificate.fromPEMBytes(roots))
  }

  /// - Parameter verifies: whether the handshake fails if the server's certificate does not pass.
  func context(for wish: TLSWish, verifies: Bool) throws -> NIOSSLContext {
    let kind = Kind(
      protocols: wish.protocols, lowest: wish.allowsTLS12 ? .tlsv12 : .tlsv13,
      highest: wish.allowsTLS13 ? .tlsv13 : .tlsv12, verifies: verifies)
    // There are few kinds.
    return try made.withLock { made in
      if let context = made[kind] { return context }
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.minimumTLSVersion = kind.lowest
      configuration.maximumTLSVersion = kind.highest
      configuration.applicationProtocols = kind.protocols
      configuration.trustRoots = roots
      configuration.certificateVerification = verifies ? .fullVerification : .none
      configuration.shutdownTimeout = .seconds(1)
      // BoringSSL asks for the client's certificate only if the server does (SSL_CTX_set_cert_cb).
      configuration.sslContextCallback = { _, promise in promise.fail(ClientCertificateAsked()) }
      let context = try NIOSSLContext(configuration: configuration)
      made[kind] = context
      return context
    }
  }
}

/// A server asks for the client's certificate.
struct ClientCertificateAsked: Error {}
