import Crypto
import FoundationEssentials
import RecordCiphers

/// Seals the records of one direction of TLS 1.3 with AES-128-GCM (RFC 8446 section 5.2).
struct RecordSealer {
  private let key: SymmetricKey
  private let vector: [UInt8]
  private var sequence: UInt64 = 0

  /// - Parameter secret: the traffic secret of the direction.
  init(_ secret: SecretBytes) {
    key = SymmetricKey(data: KeyDerivation.expand(secret, label: "key", length: 16, hash: .sha256).bytes)
    vector = KeyDerivation.expand(secret, label: "iv", length: 12, hash: .sha256).bytes
  }

  mutating func seal(_ content: some Collection<UInt8>, _ type: UInt8) throws -> [UInt8] {
    let length = content.count + 17
    let header: [UInt8] = [23, 3, 3, UInt8(length >> 8), UInt8(length & 0xFF)]
    var nonce = vector
    for index in 0..<8 { nonce[4 + index] ^= UInt8(truncatingIfNeeded: sequence >> (56 - 8 * index)) }
    sequence += 1
    let box = try AES.GCM.seal(
      Array(content) + [type], using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: header)
    return header + box.ciphertext + box.tag
  }
}
