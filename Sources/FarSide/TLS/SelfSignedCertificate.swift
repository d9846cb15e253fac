internal import Cryptography

/// A certificate that nobody signed, for a server that people of one team reach: they compare its fingerprint.
public struct SelfSignedCertificate: Sendable {
  /// How long it is valid, in seconds.
  private static let validity: Int64 = 90 * 86_400

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
      let privateKey = try SigningKey()
      let now = CertificateAuthority.now
      let bytes = try CertificateAuthority(name: "headwind").leaf(
        subject: names.first ?? "headwind console", names: names, addresses: addresses,
        validity: (now - 86_400, now + Self.validity), key: privateKey, isSelfSigned: true)
      certificate = Base64.pem("CERTIFICATE", bytes)
      key = Base64.pem("PRIVATE KEY", privateKey.der)
      fingerprint = Digest.sha256(bytes).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }.joined(separator: ":")
    } catch {
      throw FarSideError(action: "create a certificate", reason: "\(error)")
    }
  }
}
