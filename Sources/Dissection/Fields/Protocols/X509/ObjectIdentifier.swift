import TextOutput
import Wire

/// Object identifiers (X.690 section 8.19): `1.2.840.113549.1.1.11`.
enum ObjectIdentifier {
  /// Longer ones are none that anybody knows.
  private static let longest = 64

  /// The numbers with dots between them; nil where the bytes are no object identifier.
  static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String? {
    guard (1...longest).contains(range.count) else { return nil }
    var text = ""
    var value: UInt64 = 0
    for index in range {
      guard value < 1 << 56 else { return nil }
      value = value << 7 | UInt64(bytes[index] & 0x7F)
      if bytes[index] & 0x80 != 0 { continue }
      if text.isEmpty {
        let first = min(value / 40, 2)
        text = "\(first).\(value - first * 40)"
      } else {
        text += ".\(value)"
      }
      value = 0
    }
    return bytes[range.upperBound - 1] & 0x80 == 0 ? text : nil
  }

  /// The name that Wireshark gives to a number.
  static func name(_ text: String) -> String? { names[text] }

  private static let names: [String: String] = [
    "0.9.2342.19200300.100.1.1": "uid", "0.9.2342.19200300.100.1.25": "dc",
    "1.2.840.10040.4.1": "id-dsa", "1.2.840.10040.4.3": "id-dsa-with-sha1",
    "1.2.840.10045.2.1": "id-ecPublicKey", "1.2.840.10045.3.1.7": "secp256r1",
    "1.2.840.10045.4.1": "ecdsa-with-SHA1", "1.2.840.10045.4.3.1": "ecdsa-with-SHA224",
    "1.2.840.10045.4.3.2": "ecdsa-with-SHA256", "1.2.840.10045.4.3.3": "ecdsa-with-SHA384",
    "1.2.840.10045.4.3.4": "ecdsa-with-SHA512",
    "1.2.840.113549.1.1.1": "rsaEncryption", "1.2.840.113549.1.1.4": "md5WithRSAEncryption",
    "1.2.840.113549.1.1.5": "sha1WithRSAEncryption", "1.2.840.113549.1.1.8": "id-mgf1",
    "1.2.840.113549.1.1.10": "id-RSASSA-PSS", "1.2.840.113549.1.1.11": "sha256WithRSAEncryption",
    "1.2.840.113549.1.1.12": "sha384WithRSAEncryption", "1.2.840.113549.1.1.13": "sha512WithRSAEncryption",
    "1.2.840.113549.1.1.14": "sha224WithRSAEncryption", "1.2.840.113549.1.9.1": "pkcs-9-at-emailAddress",
    "1.3.101.110": "id-X25519", "1.3.101.111": "id-X448", "1.3.101.112": "id-Ed25519", "1.3.101.113": "id-Ed448",
    "1.3.132.0.10": "secp256k1", "1.3.132.0.34": "secp384r1", "1.3.132.0.35": "secp521r1",
    "1.3.6.1.4.1.11129.2.4.2": "SignedCertificateTimestampList", "1.3.6.1.4.1.311.10.3.4": "id-ms-kp-efs",
    "1.3.6.1.4.1.311.60.2.1.1": "jurisdictionOfIncorporationLocalityName",
    "1.3.6.1.4.1.311.60.2.1.2": "jurisdictionOfIncorporationStateOrProvinceName",
    "1.3.6.1.4.1.311.60.2.1.3": "jurisdictionOfIncorporationCountryName",
    "1.3.6.1.5.5.7.1.1": "id-pe-authorityInfoAccess", "1.3.6.1.5.5.7.1.24": "id-pe-tlsfeature",
    "1.3.6.1.5.5.7.2.1": "id-qt-cps", "1.3.6.1.5.5.7.2.2": "id-qt-unotice",
    "1.3.6.1.5.5.7.3.1": "id-kp-serverAuth", "1.3.6.1.5.5.7.3.2": "id-kp-clientAuth",
    "1.3.6.1.5.5.7.3.3": "id-kp-codeSigning", "1.3.6.1.5.5.7.3.4": "id-kp-emailProtection",
    "1.3.6.1.5.5.7.3.8": "id-kp-timeStamping", "1.3.6.1.5.5.7.3.9": "id-kp-OCSPSigning",
    "1.3.6.1.5.5.7.48.1": "id-ad-ocsp", "1.3.6.1.5.5.7.48.2": "id-ad-caIssuers",
    "1.3.14.3.2.26": "SHA-1", "2.16.840.1.101.3.4.2.1": "sha256", "2.16.840.1.101.3.4.2.2": "sha384",
    "2.16.840.1.101.3.4.2.3": "sha512", "2.5.4.3": "id-at-commonName", "2.5.4.4": "id-at-surname",
    "2.5.4.5": "id-at-serialNumber", "2.5.4.6": "id-at-countryName", "2.5.4.7": "id-at-localityName",
    "2.5.4.8": "id-at-stateOrProvinceName", "2.5.4.9": "id-at-streetAddress", "2.5.4.10": "id-at-organizationName",
    "2.5.4.11": "id-at-organizationalUnitName", "2.5.4.12": "id-at-title", "2.5.4.13": "id-at-description",
    "2.5.4.15": "id-at-businessCategory", "2.5.4.17": "id-at-postalCode", "2.5.4.41": "id-at-name",
    "2.5.4.42": "id-at-givenName", "2.5.4.43": "id-at-initials", "2.5.4.44": "id-at-generationQualifier",
    "2.5.4.46": "id-at-dnQualifier", "2.5.4.65": "id-at-pseudonym",
    "2.5.4.97": "id-at-organizationIdentifier", "2.5.29.9": "id-ce-subjectDirectoryAttributes",
    "2.5.29.14": "id-ce-subjectKeyIdentifier", "2.5.29.15": "id-ce-keyUsage", "2.5.29.17": "id-ce-subjectAltName",
    "2.5.29.18": "id-ce-issuerAltName", "2.5.29.19": "id-ce-basicConstraints", "2.5.29.30": "id-ce-nameConstraints",
    "2.5.29.31": "id-ce-cRLDistributionPoints", "2.5.29.32": "id-ce-certificatePolicies",
    "2.5.29.33": "id-ce-policyMappings", "2.5.29.35": "id-ce-authorityKeyIdentifier",
    "2.5.29.36": "id-ce-policyConstraints", "2.5.29.37": "id-ce-extKeyUsage", "2.5.29.46": "id-ce-freshestCRL",
    "2.5.29.54": "id-ce-inhibitAnyPolicy",
  ]
}

extension TreeBuilder {
  /// An object identifier with its name; gives its number.
  @discardableResult
  mutating func objectIdentifier(
    _ field: FieldID, _ bytes: Span<UInt8>, _ element: DERElement
  ) throws(DissectionStop) -> String {
    guard let text = ObjectIdentifier.text(bytes, element.content) else { throw .malformed }
    add(
      field, element.content, .string(text),
      text: ObjectIdentifier.name(text).map { "\(field.field.label): \(text) (\($0))" })
    return text
  }
}
