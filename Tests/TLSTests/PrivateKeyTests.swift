import RecordCiphers
import TLS
import TestSupport
import Testing

/// A server's private key instead of a key log (RFC 5246 section 7.4.7.1).
struct PrivateKeyTests {
  private static func keyLog() throws -> KeyLog {
    let log = KeyLog()
    log.add(try #require(RSAKey(pem: try Files.text(Fixtures.path("rsa.key")))))
    return log
  }

  @Test(arguments: [
    "TLS 1.2 AES128-GCM-SHA256", "TLS 1.2 AES256-GCM-SHA384", "TLS 1.2 AES256-SHA256", "TLS 1.2 AES128-CCM",
    "TLS 1.2 NULL-SHA256", "TLS 1.2 AES128-SHA, MAC then encrypt",
    "GnuTLS NORMAL:-VERS-ALL:+VERS-TLS1.2:-KX-ALL:+RSA:%NO_SESSION_HASH", "1.2 renegotiation, block cipher",
  ])
  func plaintext(name: String) throws {
    let session = RecordedSession.named(name)
    let connection = try #require(session.connections.first)
    let log = Reading.read(connection, try Self.keyLog())
    #expect(log.facts.hasExtendedMasterSecret == !name.contains("NO_SESSION_HASH"))
    #expect(Reading.content(log.plaintext(.client)) == session.client)
    #expect(Reading.content(log.plaintext(.server)) == session.server)
  }

  /// Where keys are agreed upon by Diffie and Hellman's method, the private key is of no use.
  @Test(arguments: ["TLS 1.2 ECDHE-RSA-AES128-GCM-SHA256", "1.3 names"])
  func forwardSecrecy(name: String) throws {
    let connection = try #require(RecordedSession.named(name).connections.first)
    let log = Reading.read(connection, try Self.keyLog())
    for side in TLSSide.allCases {
      #expect(log.plaintext(side).isEmpty)
      guard case .noSecret? = log.reasons(side).first else {
        Issue.record("\(log.reasons(side))")
        continue
      }
    }
  }

  @Test func encodings() throws {
    let path = Fixtures.path("rsa.key")
    for words in [["rsa", "-traditional"], ["pkcs8", "-topk8", "-nocrypt"]] {
      let pem = try Tool.output(of: ["openssl"] + words + ["-in", path])
      #expect(RSAKey(pem: pem.output) != nil)
      let der = try Tool.output(of: ["openssl"] + words + ["-in", path, "-outform", "DER"])
      #expect(RSAKey(der: der.bytes) != nil)
    }
    #expect(RSAKey(pem: "nothing") == nil)
    #expect(RSAKey(der: [0x30, 0x82]) == nil)
  }
}
