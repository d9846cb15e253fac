package import Cryptography

/// A certificate before it is signed (RFC 5280), for a key on the curve P-256.
///
/// It is written byte by byte, because libcrypto's functions for extensions parse a text: a comma in a name from a client would
/// add another name.
package struct CertificateDraft {
  /// What the certificate is for.
  package enum Purpose {
    /// It signs servers' certificates and revocation lists, and no other authorities.
    case authority
    /// - Parameters:
    ///   - names: the DNS names that it is for; what is not ASCII is left out, because a dNSName is an IA5String.
    ///   - addresses: the IP addresses that it is for, in network order.
    case server(names: [String], addresses: [[UInt8]])
  }

  private static let commonName = DER.identifier([2, 5, 4, 3])
  private static let serverAuthentication = DER.identifier([1, 3, 6, 1, 5, 5, 7, 3, 1])
  /// ecdsa-with-SHA256 (RFC 5758 section 3.2).
  private static let algorithm = DER.sequence(DER.identifier([1, 2, 840, 10045, 4, 3, 2]))

  /// The common names.
  private let subject: String
  private let issuer: String
  /// The first and the last moment at which it is valid, in seconds since 1970.
  private let validity: (begin: Int64, end: Int64)
  private let purpose: Purpose

  package init(subject: String, issuer: String, validity: (begin: Int64, end: Int64), purpose: Purpose) {
    self.subject = subject
    self.issuer = issuer
    self.validity = validity
    self.purpose = purpose
  }

  /// The certificate in DER.
  /// - Parameters:
  ///   - key: the key of the subject.
  ///   - signer: the key of the issuer; the same object for a certificate that is self-signed.
  package func signed(for key: SigningKey, by signer: SigningKey) throws(CryptoFailure) -> [UInt8] {
    let version3 = DER.element(0xA0, DER.integer([2]))
    let contents = DER.sequence(
      version3, DER.integer(Self.serialNumber()), Self.algorithm, Self.name(issuer),
      DER.sequence(DER.time(validity.begin), DER.time(validity.end)), Self.name(subject), key.publicKey,
      DER.element(0xA3, DER.element(0x30, extensions(key, signer))))
    return DER.sequence(contents, Self.algorithm, DER.bits(try signer.signature(of: contents)))
  }

  private func extensions(_ key: SigningKey, _ signer: SigningKey) -> [UInt8] {
    let keyIdentifier = Self.attribute(14, DER.octets(key.identifier))
    switch purpose {
    case .authority:
      let isAuthority = DER.sequence(DER.boolean(true), DER.integer([0]))
      // keyCertSign and cRLSign, bits 5 and 6.
      let usage = DER.bits([0b0000_0110], unused: 1)
      return Self.attribute(19, isCritical: true, isAuthority) + Self.attribute(15, isCritical: true, usage)
        + keyIdentifier
    case .server(let names, let addresses):
      // digitalSignature, bit 0.
      let usage = DER.bits([0b1000_0000], unused: 7)
      // dNSName and iPAddress (section 4.2.1.6).
      let alternatives =
        names.filter { $0.utf8.allSatisfy { $0 < 0x80 } }.flatMap { DER.element(0x82, Array($0.utf8)) }
        + addresses.flatMap { DER.element(0x87, $0) }
      return Self.attribute(19, isCritical: true, DER.sequence()) + Self.attribute(15, isCritical: true, usage)
        + Self.attribute(37, DER.sequence(Self.serverAuthentication))
        + (alternatives.isEmpty ? [] : Self.attribute(17, DER.sequence(alternatives))) + keyIdentifier
        + Self.attribute(35, DER.sequence(DER.element(0x80, signer.identifier)))
    }
  }

  /// An extension of section 4.2.1.
  /// - Parameter number: the last arc of its identifier.
  private static func attribute(_ number: Int, isCritical: Bool = false, _ value: [UInt8]) -> [UInt8] {
    DER.sequence(DER.identifier([2, 5, 29, number]), isCritical ? DER.boolean(true) : [], DER.octets(value))
  }

  private static func name(_ common: String) -> [UInt8] {
    DER.sequence(DER.set(DER.sequence(commonName, DER.text(common))))
  }

  /// A random positive number of at most 20 bytes (section 4.1.2.2).
  private static func serialNumber() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return [UInt8.random(in: 1...0x7F, using: &random)]
      + (0..<19).map { _ in UInt8.random(in: 0...0xFF, using: &random) }
  }
}
