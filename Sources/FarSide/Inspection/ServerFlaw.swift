internal import Cryptography
import NIOSSL

/// Why the certificate of a real server does not pass, with what is needed to show the client one that fails in the same way.
struct ServerFlaw: Hashable, Sendable {
  enum Kind: String {
    case expired
    case notYetValid = "not yet valid"
    case otherName = "for another name"
    case selfSigned = "self-signed"
    case unknownAuthority = "signed by an unknown authority"
  }

  var kind: Kind
  /// The common name of its subject.
  var subject: String
  /// The DNS names that it is for.
  var names: [String]
  /// The first and the last moment at which it is valid, in seconds since 1970.
  var notBefore: Int64
  var notAfter: Int64

  /// Of a certificate that has expired, it is not known whether its authority is known.
  /// - Parameters:
  ///   - certificate: the server's certificate.
  ///   - isOnlyOfName: whether all that failed was the name.
  /// - Returns: nil if the certificate cannot be read.
  init?(_ certificate: NIOSSLCertificate, isOnlyOfName: Bool) {
    guard let bytes = try? certificate.toDERBytes(), let facts = CertificateFacts(der: bytes) else { return nil }
    notBefore = facts.notBefore
    notAfter = facts.notAfter
    subject = facts.commonName ?? ""
    // A name that is none would not pass as one in another certificate either.
    names = facts.names.filter { $0.allSatisfy { $0 > 0x20 && $0 < 0x7F } }.map { String(decoding: $0, as: UTF8.self) }
    let now = CertificateAuthority.now
    kind =
      if isOnlyOfName {
        .otherName
      } else if notAfter < now {
        .expired
      } else if notBefore > now {
        .notYetValid
      } else if facts.isSelfIssued {
        .selfSigned
      } else {
        .unknownAuthority
      }
  }
}
