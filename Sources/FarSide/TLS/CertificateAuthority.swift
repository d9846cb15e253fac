import Crypto
import FoundationEssentials
import SwiftASN1
import X509

/// A CA that is created for one run and then discarded. Whoever trusts it trusts only the servers of that run.
public struct CertificateAuthority: Sendable {
  private static let day: TimeInterval = 86_400

  private let key: P256.Signing.PrivateKey
  private let certificate: Certificate
  /// The CA's certificate in PEM (RFC 7468).
  public let pem: String

  /// Creates a key (EC P-256) and a certificate for it.
  /// - Throws: an error if they cannot be created.
  public init(name: String = "Headwind Test CA") throws(FarSideError) {
    do {
      key = P256.Signing.PrivateKey()
      let ownKey = Certificate.PublicKey(key.publicKey)
      let subject = try Self.name(name)
      let now = Date()
      certificate = try Certificate(
        version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: ownKey,
        notValidBefore: now - 60 * Self.day, notValidAfter: now + 30 * Self.day, issuer: subject, subject: subject,
        signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions {
          Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
          Critical(KeyUsage(keyCertSign: true, cRLSign: true))
          SubjectKeyIdentifier(hash: ownKey)
        },
        issuerPrivateKey: Certificate.PrivateKey(key))
      pem = try certificate.serializeAsPEM().pemString + "\n"
    } catch {
      throw FarSideError(action: "create a certificate authority", reason: "\(error)")
    }
  }

  /// Creates a server's certificate in DER, signed by this CA or self-signed.
  /// - Parameters:
  ///   - names: the DNS names that it is for.
  ///   - addresses: the IP addresses that it is for, in network order.
  ///   - leafKey: the server's key.
  func leaf(
    _ kind: ServedCertificate, names: [String], addresses: [[UInt8]], key leafKey: P256.Signing.PrivateKey
  ) throws -> [UInt8] {
    try leaf(
      subject: names.first ?? "Headwind", names: names, addresses: addresses, validity: Self.validity(of: kind),
      key: leafKey, isSelfSigned: kind == .selfSigned)
  }

  /// Creates a server's certificate in DER, signed by this CA or self-signed.
  /// - Parameters:
  ///   - subject: the common name, of which the first 64 characters are used.
  ///   - validity: the first and the last moment at which it is valid.
  func leaf(
    subject commonName: String, names: [String], addresses: [[UInt8]], validity: (begin: Date, end: Date),
    key leafKey: P256.Signing.PrivateKey, isSelfSigned: Bool
  ) throws -> [UInt8] {
    let publicKey = Certificate.PublicKey(leafKey.publicKey)
    let subject = try Self.name(String(commonName.prefix(64)))
    let signer = isSelfSigned ? publicKey : Certificate.PublicKey(key.publicKey)
    let alternatives =
      names.map { GeneralName.dnsName($0) }
      + addresses.map { GeneralName.ipAddress(ASN1OctetString(contentBytes: $0[...])) }
    let leaf = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey, notValidBefore: validity.begin,
      notValidAfter: validity.end, issuer: isSelfSigned ? subject : certificate.subject, subject: subject,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        if !alternatives.isEmpty { SubjectAlternativeNames(alternatives) }
        SubjectKeyIdentifier(hash: publicKey)
        AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: signer).keyIdentifier)
      },
      issuerPrivateKey: Certificate.PrivateKey(isSelfSigned ? leafKey : key))
    var serializer = DER.Serializer()
    try serializer.serialize(leaf)
    return serializer.serializedBytes
  }

  static func validity(of kind: ServedCertificate) -> (Date, Date) {
    let now = Date()
    switch kind {
    case .expired: return (now - 30 * day, now - day)
    case .notYetValid: return (now + day, now + 20 * day)
    case .good, .otherHost, .unknownAuthority, .selfSigned: return (now - day, now + 20 * day)
    }
  }

  private static func name(_ common: String) throws -> DistinguishedName {
    try DistinguishedName { CommonName(common) }
  }
}
