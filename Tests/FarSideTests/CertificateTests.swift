import Certificates
import Cryptography
import TestSupport
import Testing

@testable import FarSide

/// Certificates as OpenSSL's command reads them.
@Suite(.waiting) struct CertificateTests {
  @Test func aServersCertificatePassesAStrictCheck() throws {
    let output = try Self.openssl(
      names: ["api.example", "other.example"], addresses: [[10, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]],
      """
      openssl verify -x509_strict -purpose sslserver -CAfile ca.pem leaf.pem
      openssl x509 -in leaf.pem -noout -subject -issuer \
        -ext basicConstraints,keyUsage,extendedKeyUsage,subjectAltName
      openssl x509 -in ca.pem -noout -subject -issuer -ext basicConstraints,keyUsage
      """)
    #expect(
      output == """
        leaf.pem: OK
        subject=CN = api.example
        issuer=CN = Headwind Test CA
        X509v3 Basic Constraints: critical
            CA:FALSE
        X509v3 Key Usage: critical
            Digital Signature
        X509v3 Extended Key Usage: 
            TLS Web Server Authentication
        X509v3 Subject Alternative Name: 
            DNS:api.example, DNS:other.example, IP Address:10.0.0.1, IP Address:0:0:0:0:0:0:0:1
        subject=CN = Headwind Test CA
        issuer=CN = Headwind Test CA
        X509v3 Basic Constraints: critical
            CA:TRUE, pathlen:0
        X509v3 Key Usage: critical
            Certificate Sign, CRL Sign
        """)
  }

  @Test(arguments: [
    (ServedCertificate.good, "leaf.pem: OK"), (.expired, "certificate has expired"),
    (.notYetValid, "certificate is not yet valid"), (.selfSigned, "self-signed certificate"),
  ])
  func openSSLSeesTheFlaw(kind: ServedCertificate, words: String) throws {
    let output = try Self.openssl(
      kind, names: ["api.example"], "openssl verify -x509_strict -CAfile ca.pem leaf.pem 2>&1")
    #expect(output.contains(words), "\(output)")
  }

  /// A client may send any name. It must stay one name.
  @Test(arguments: [
    "a.example,DNS:evil.example,IP:10.0.0.1", "a.example\u{0}.evil.example", "critical,DNS:evil.example", "@evil",
    "evil.example\nDNS:evil.example", String(repeating: "a", count: 300),
  ])
  func aHostileNameAddsNoEntry(name: String) throws {
    let authority = try CertificateAuthority()
    let leaf = try authority.leaf(.good, names: [name], addresses: [], key: try SigningKey())
    #expect(CertificateFacts(der: leaf)?.names == [Array(name.utf8)])
    let output = try Self.openssl(
      names: [name],
      """
      openssl x509 -in leaf.pem -noout -checkhost evil.example
      openssl x509 -in leaf.pem -noout -checkip 10.0.0.1
      """)
    #expect(
      output == """
        Hostname evil.example does NOT match certificate
        IP 10.0.0.1 does NOT match certificate
        """)
  }

  @Test(arguments: [
    (-631_152_001, "1949-12-31 23:59:59Z"), (-631_152_000, "1950-01-01 00:00:00Z"), (-1, "1969-12-31 23:59:59Z"),
    (951_868_800, "2000-03-01 00:00:00Z"), (1_709_164_800, "2024-02-29 00:00:00Z"),
    (2_524_607_999, "2049-12-31 23:59:59Z"), (2_524_608_000, "2050-01-01 00:00:00Z"),
    (253_402_300_799, "9999-12-31 23:59:59Z"), (Int64.max, "9999-12-31 23:59:59Z"), (Int64.min, "   0-01-01 00:00:00Z"),
  ])
  func timesAreWritten(seconds: Int64, text: String) throws {
    let key = try SigningKey()
    let draft = CertificateDraft(
      subject: "a", issuer: "a", validity: (seconds, seconds), purpose: .server(names: [], addresses: []))
    let leaf = try draft.signed(for: key, by: key)
    if (-631_152_001...253_402_300_799).contains(seconds) {
      #expect(CertificateFacts(der: leaf)?.notBefore == seconds)
    }
    let output = try Self.openssl(leaf, "openssl x509 -in leaf.pem -noout -startdate -dateopt iso_8601")
    #expect(output == "notBefore=\(text)")
  }

  /// Facts that end early or are changed are read without harm.
  @Test func brokenCertificatesAreRead() throws {
    let key = try SigningKey()
    let whole = try CertificateAuthority().leaf(.good, names: ["a.example"], addresses: [], key: key)
    for count in whole.indices { #expect(CertificateFacts(der: Array(whole[..<count])) == nil) }
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 0xFF
      _ = CertificateFacts(der: changed)
    }
    #expect(CertificateFacts(der: whole)?.commonName == "a.example")
  }

  private static func openssl(
    _ kind: ServedCertificate = .good, names: [String], addresses: [[UInt8]] = [], _ script: String
  ) throws -> String {
    let authority = try CertificateAuthority()
    let leaf = try authority.leaf(kind, names: names, addresses: addresses, key: try SigningKey())
    return try openssl(leaf, authority: authority.pem, script)
  }

  private static func openssl(_ leaf: [UInt8], authority: String = "", _ script: String) throws -> String {
    try TemporaryFolder.with { folder in
      try Files.write(authority, to: folder + "/ca.pem")
      try Files.write(Base64.pem("CERTIFICATE", leaf), to: folder + "/leaf.pem")
      return try Shell.run("cd '\(folder)'\n\(script)").lines.joined(separator: "\n")
    }
  }
}
