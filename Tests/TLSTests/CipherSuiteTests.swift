import RecordCiphers
import TLS
import Testing

struct CipherSuiteTests {
  @Test(arguments: [
    (0x1301, CipherAlgorithm.aesGCM(keyLength: 16), Hash.sha256),
    (0x1302, .aesGCM(keyLength: 32), .sha384),
    (0x1303, .chaCha20Poly1305, .sha256),
    (0x1305, .aesCCM(keyLength: 16, tagLength: 8), .sha256),
    (0x002F, .aesCBC(keyLength: 16, authentication: .sha1), .sha256),
    (0x003B, .null(authentication: .sha256), .sha256),
    (0xC028, .aesCBC(keyLength: 32, authentication: .sha384), .sha384),
    (0xC0AE, .aesCCM(keyLength: 16, tagLength: 8), .sha256),
    (0xCCA8, .chaCha20Poly1305, .sha256),
  ])
  func partsOfAName(code: Int, algorithm: CipherAlgorithm, hash: Hash) throws {
    let suite = CipherSuite(rawValue: UInt16(code))
    #expect(suite.algorithm == algorithm)
    #expect(suite.hash == hash)
  }

  @Test(arguments: [0x0000, 0x0005, 0x000A, 0x0041, 0xCC13, 0x0A0A, 0x00FF, 0xC0B4, 0xFFFE])
  func whatCannotBeOpened(code: Int) {
    #expect(CipherSuite(rawValue: UInt16(code)).algorithm == nil)
  }
}
