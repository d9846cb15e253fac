import Cryptography
import RecordCiphers

/// Seals the records of one direction of TLS 1.3 with AES-128-GCM (RFC 8446 section 5.2).
struct RecordSealer {
  private let cipher: AuthenticatedCipher
  private let vector: (first: UInt32, second: UInt64)
  private var sequence: UInt64 = 0

  /// - Parameter secret: the traffic secret of the direction.
  init(_ secret: SecretBytes) {
    let key = KeyDerivation.expand(secret, label: "key", length: 16, hash: .sha256).bytes
    guard let cipher = AuthenticatedCipher(.aesGCM, key: key, .sealing) else { fatalError("no AES-128-GCM") }
    self.cipher = cipher
    let bytes = KeyDerivation.expand(secret, label: "iv", length: 12, hash: .sha256).bytes
    vector = (bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) }, bytes[4...].reduce(0) { $0 << 8 | UInt64($1) })
  }

  mutating func seal(_ content: some Collection<UInt8>, _ type: UInt8) throws -> [UInt8] {
    let length = content.count + 17
    let header: [UInt8] = [23, 3, 3, UInt8(length >> 8), UInt8(length & 0xFF)]
    let nonce = (vector.first, vector.second ^ sequence)
    sequence += 1
    guard let sealed = cipher.seal(Array(content) + [type], nonce: nonce, authenticating: header) else {
      throw SealingFailure()
    }
    return header + sealed
  }
}

/// libcrypto could not encrypt a record.
struct SealingFailure: Error {}
