internal import Cryptography
import NIOCore
import NIOSSL
import Synchronization

/// What stands in for a real server towards a client.
struct StandIn: Hashable, Sendable {
  /// The name that the client asked for.
  var name: String
  /// What is wrong with the real server's certificate. The client is to meet the same.
  var flaw: ServerFlaw?
  /// What the real server has selected (ALPN); nil if nothing.
  var selected: String?
  var version: TLSVersion
}

/// The TLS settings towards clients, with certificates that are created when they are first needed.
final class StandInCertificates: Sendable {
  /// The most settings that are kept.
  private static let most = 256

  private let authority: CertificateAuthority
  /// Nobody trusts it. It signs what stands in for servers whose authority is not known.
  private let unknownAuthority: CertificateAuthority
  private let key: SigningKey
  private let noteSecrets: (@Sendable ([UInt8]) -> Void)?
  private let made = Mutex<[StandIn: NIOSSLContext]>([:])

  init(by authority: CertificateAuthority, noteSecrets: (@Sendable ([UInt8]) -> Void)?) throws {
    self.authority = authority
    self.noteSecrets = noteSecrets
    key = try SigningKey()
    unknownAuthority = try CertificateAuthority(name: "Unknown CA")
  }

  func context(for standIn: StandIn) throws -> NIOSSLContext {
    try made.withLock { made in
      if let context = made[standIn] { return context }
      let context = try NIOSSLContext(configuration: try configuration(for: standIn))
      if made.count >= Self.most { made.removeAll() }
      made[standIn] = context
      return context
    }
  }

  private func configuration(for standIn: StandIn) throws -> TLSConfiguration {
    let certificate = try NIOSSLCertificate(bytes: try leaf(for: standIn), format: .der)
    let privateKey = try NIOSSLPrivateKey(bytes: key.der, format: .der)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [.certificate(certificate)], privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    // So that the handshake takes as many round trips as with the real server.
    configuration.maximumTLSVersion = standIn.version
    configuration.applicationProtocols = standIn.selected.map { [$0] } ?? []
    configuration.shutdownTimeout = .seconds(1)
    if let noteSecrets { configuration.keyLogCallback = { noteSecrets(Array($0.readableBytesView)) } }
    return configuration
  }

  private func leaf(for standIn: StandIn) throws -> [UInt8] {
    guard let flaw = standIn.flaw else {
      return try authority.leaf(.good, names: [standIn.name], addresses: [], key: key)
    }
    let signer = flaw.kind == .unknownAuthority ? unknownAuthority : authority
    return try signer.leaf(
      subject: flaw.subject.isEmpty ? standIn.name : flaw.subject, names: flaw.names, addresses: [],
      validity: (flaw.notBefore, flaw.notAfter), key: key, isSelfSigned: flaw.kind == .selfSigned)
  }
}
