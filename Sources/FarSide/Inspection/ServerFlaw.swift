import FoundationEssentials
import NIOSSL
import SwiftASN1
import X509

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
  var notBefore: Date
  var notAfter: Date

  /// Of a certificate that has expired, it is not known whether its authority is known.
  /// - Parameters:
  ///   - certificate: the server's certificate.
  ///   - isOnlyOfName: whether all that failed was the name.
  /// - Returns: nil if the certificate cannot be read.
  init?(_ certificate: NIOSSLCertificate, isOnlyOfName: Bool) {
    guard let bytes = try? certificate.toDERBytes(), let certificate = try? Certificate(derEncoded: bytes) else {
      return nil
    }
    notBefore = certificate.notValidBefore
    notAfter = certificate.notValidAfter
    subject = Self.commonName(certificate.subject) ?? ""
    names = Self.names(certificate)
    let now = Date()
    kind =
      if isOnlyOfName {
        .otherName
      } else if notAfter < now {
        .expired
      } else if notBefore > now {
        .notYetValid
      } else if certificate.issuer == certificate.subject {
        .selfSigned
      } else {
        .unknownAuthority
      }
  }

  private static func commonName(_ name: DistinguishedName) -> String? {
    for part in name {
      for attribute in part where attribute.type == .RDNAttributeType.commonName {
        return String(attribute.value)
      }
    }
    return nil
  }

  private static func names(_ certificate: Certificate) -> [String] {
    // A certificate may have thousands of names. Any of them is as wrong as the others.
    guard let alternatives = try? certificate.extensions.subjectAlternativeNames else { return [] }
    return alternatives.lazy.compactMap { name in
      if case .dnsName(let text) = name, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { text } else { nil }
    }.prefix(100).map { $0 }
  }
}
