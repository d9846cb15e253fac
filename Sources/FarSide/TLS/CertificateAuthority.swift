internal import Certificates
internal import Cryptography
import Glibc

/// A CA that is created for one run and then discarded. Whoever trusts it trusts only the servers of that run.
public struct CertificateAuthority: Sendable {
  /// In seconds.
  private static let day: Int64 = 86_400

  private let key: SigningKey
  private let name: String
  /// The CA's certificate in PEM (RFC 7468).
  public let pem: String

  /// Creates a key (EC P-256) and a certificate for it.
  /// - Throws: an error if they cannot be created.
  public init(name: String = "Headwind Test CA") throws(FarSideError) {
    do {
      key = try SigningKey()
      self.name = name
      let now = Self.now
      let draft = CertificateDraft(
        subject: name, issuer: name, validity: (now - 60 * Self.day, now + 30 * Self.day), purpose: .authority)
      pem = Base64.pem("CERTIFICATE", try draft.signed(for: key, by: key))
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
    _ kind: ServedCertificate, names: [String], addresses: [[UInt8]], key leafKey: SigningKey
  ) throws -> [UInt8] {
    try leaf(
      subject: names.first ?? "Headwind", names: names, addresses: addresses, validity: Self.validity(of: kind),
      key: leafKey, isSelfSigned: kind == .selfSigned)
  }

  /// Creates a server's certificate in DER, signed by this CA or self-signed.
  /// - Parameters:
  ///   - subject: the common name, of which the first 64 characters are used.
  ///   - validity: the first and the last moment at which it is valid, in seconds since 1970.
  func leaf(
    subject commonName: String, names: [String], addresses: [[UInt8]], validity: (begin: Int64, end: Int64),
    key leafKey: SigningKey, isSelfSigned: Bool
  ) throws -> [UInt8] {
    let subject = String(commonName.prefix(64))
    let draft = CertificateDraft(
      subject: subject, issuer: isSelfSigned ? subject : name, validity: validity,
      purpose: .server(names: names, addresses: addresses))
    return try draft.signed(for: leafKey, by: isSelfSigned ? leafKey : key)
  }

  static func validity(of kind: ServedCertificate) -> (Int64, Int64) {
    let now = Self.now
    switch kind {
    case .expired: return (now - 30 * day, now - day)
    case .notYetValid: return (now + day, now + 20 * day)
    case .good, .otherHost, .unknownAuthority, .selfSigned: return (now - day, now + 20 * day)
    }
  }

  /// In seconds since 1970.
  static var now: Int64 { Int64(time(nil)) }
}
