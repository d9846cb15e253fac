import RecordCiphers
import TestSupport
import Testing

@testable import KeyFiles

/// Files with private keys, as OpenSSL writes them.
@Suite(.waiting) struct KeyFileTests {
  private static let rsa = Repository.file("Tests/TLSTests/Fixtures/rsa.key")
  private static let password = KeyPassword(line: Array("correct horse\n".utf8))

  private func bytes(_ script: String) throws -> [UInt8] {
    let result = try Shell.run(
      """
      cd $folder; cp \(Self.rsa) rsa.key
      openssl req -x509 -new -key rsa.key -out cert.pem -days 2 -subj /CN=localhost
      \(script) >file || exit 1
      cat file
      """, tools: ["openssl": "openssl"])
    try #require(result.status == 0, "\(result.errors)")
    return result.bytes
  }

  private func keys(_ bytes: [UInt8], _ password: KeyPassword? = nil) throws -> [RSAKey] {
    guard case .keys(let file) = try KeyFile(bytes) else { return [] }
    return try file.keys(password: password)
  }

  private var key: RSAKey { get throws { try #require(RSAKey(pem: try Files.text(Self.rsa))) } }

  @Test(arguments: [
    "cat rsa.key", "cat cert.pem rsa.key", "openssl rsa -traditional -in rsa.key",
    "openssl rsa -in rsa.key -outform DER",
    "openssl pkcs8 -topk8 -nocrypt -in rsa.key -outform DER", "openssl rsa -in rsa.key -text",
    "openssl pkcs12 -export -inkey rsa.key -in cert.pem -passout pass:",
    "openssl pkcs12 -export -inkey rsa.key -in cert.pem -keypbe NONE -certpbe NONE -nomac -passout pass:",
  ])
  func withoutAPassword(script: String) throws {
    #expect(try keys(try bytes(script)) == [try key])
  }

  @Test(arguments: [
    "openssl pkcs12 -export -inkey rsa.key -in cert.pem -passout 'pass:correct horse'",
    "openssl pkcs12 -export -legacy -inkey rsa.key -in cert.pem -passout 'pass:correct horse'",
    "openssl pkcs12 -export -keypbe AES-128-CBC -inkey rsa.key -in cert.pem -passout 'pass:correct horse'",
    "openssl pkcs12 -export -nocerts -inkey rsa.key -passout 'pass:correct horse'",
    "openssl pkcs8 -topk8 -in rsa.key -passout 'pass:correct horse'",
    "openssl rsa -aes256 -traditional -in rsa.key -passout 'pass:correct horse'",
  ])
  func withAPassword(script: String) throws {
    let bytes = try bytes(script)
    #expect(try keys(bytes, Self.password) == [try key])
    #expect(throws: KeyFileProblem.passwordNeeded) { try keys(bytes) }
    #expect(throws: KeyFileProblem.cannotDecrypt) { try keys(bytes, KeyPassword(line: Array("wrong".utf8))) }
  }

  /// Files whose key, itself encrypted, is in a safe that is encrypted as a whole, by what encrypts the safe.
  @Test(arguments: ["aes", "3des", "rc2"]) func safesThatAreEncryptedAsAWhole(cipher: String) throws {
    let wrap = Repository.file("Tests/KeyFilesTests/Fixtures/wrap.py")
    let bytes = try bytes(
      """
      openssl pkcs12 -export -nocerts -nomac -inkey rsa.key -passout 'pass:correct horse' -out plain.p12
      python3 \(wrap) \(cipher) plain.p12 'correct horse'
      """)
    #expect(try keys(bytes, Self.password) == [try key])
    #expect(throws: KeyFileProblem.passwordNeeded) { try keys(bytes) }
    #expect(throws: KeyFileProblem.cannotDecrypt) { try keys(bytes, KeyPassword(line: Array("wrong".utf8))) }
    for end in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: KeyFileProblem.self) { try keys(Array(bytes[..<end]), Self.password) }
    }
  }

  @Test func filesWithoutAKeyThatHelps() throws {
    #expect(throws: KeyFileProblem.noRSAKey) { try keys(try bytes("cat cert.pem")) }
    let noKey = "openssl pkcs12 -export -nokeys -in cert.pem -passout pass:"
    #expect(throws: KeyFileProblem.noRSAKey) { try keys(try bytes(noKey)) }
    let elliptic = "openssl ecparam -name prime256v1 -genkey"
    #expect(throws: KeyFileProblem.noRSAKey) { try keys(try bytes(elliptic)) }
    #expect(throws: KeyFileProblem.broken) { try keys(try bytes("openssl x509 -in cert.pem -outform DER")) }
    #expect(throws: KeyFileProblem.nothing) { try keys(Array("not a secret\n".utf8)) }
    #expect(throws: KeyFileProblem.nothing) { try keys([]) }
    #expect(throws: KeyFileProblem.broken) { try keys([0x30]) }
  }

  /// A file that is cut off or changed anywhere is refused, or still holds the key where the change concerns something else.
  @Test func brokenFiles() throws {
    let whole = try bytes("openssl pkcs12 -export -inkey rsa.key -in cert.pem -iter 1 -passout 'pass:correct horse'")
    for end in 0..<whole.count {
      #expect(throws: KeyFileProblem.self) { try keys(Array(whole[..<end]), Self.password) }
    }
    for place in 0..<whole.count {
      var changed = whole
      changed[place] ^= 0x41
      if let found = try? keys(changed, Self.password) { #expect(found.count == 1) }
    }
    let pem = try bytes("openssl rsa -aes256 -traditional -in rsa.key -passout 'pass:correct horse'")
    for end in 1..<pem.count - 40 {
      #expect(throws: KeyFileProblem.self) { try keys(Array(pem[..<end]), Self.password) }
    }
  }

  @Test func passwords() {
    #expect(KeyPassword(line: Array("a b\r\nrest".utf8))?.bytes == Array("a b".utf8))
    #expect(KeyPassword(line: []) == nil)
    #expect(KeyPassword(line: Array("\n".utf8)) == nil)
    #expect(KeyPassword(line: Array("pässword".utf8)) == nil)
    #expect(KeyPassword(line: [UInt8](repeating: 0x61, count: 1001)) == nil)
  }
}
