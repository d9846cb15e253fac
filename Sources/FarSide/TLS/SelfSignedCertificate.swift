import Crypto
import FoundationEssentials
import SwiftASN1

/// A certificate that nobody signed, for a server that people of one team reach: they compare its fingerprint.
public struct SelfSignedCertificate: Sendable {
  /// How long it is valid, in seconds.
  private static let validity: TimeInterval = 90 * 86_400

  /// In PEM (RFC 7468).
  public let certificate: String
  public let key: String
  /// The SHA-256 of the certificate in DER, as browsers show it.
  public let fingerprint: String

  /// Creates a key (EC P-256) and a certificate for it.
  /// - Parameters:
  ///   - names: the DNS names that it is for.
  ///   - addresses: the IP addresses that it is for, in network order.
  public init(names: [String], addresses: [[UInt8]]) throws(FarSideError) {
    do {
      let privateKey = P256.Signing.PrivateKey()
      let now = Date()
      let bytes = try CertificateAuthority(name: "headwind").leaf(
        subject: names.first ?? "headwind console", names: names, addresses: addresses,
        validity: (now - 86_400, now + Self.validity), key: privateKey, isSelfSigned: true)
      certificate = PEMDocument(type: "CERTIFICATE", derBytes: bytes).pemString + "\n"
      key = privateKey.pemRepresentation + "\n"
      fingerprint = SHA256.hash(data: bytes).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }.joined(separator: ":")
    } catch {
      throw FarSideError(action: "create a certificate", reason: "\(error)")
    }
  }
}
