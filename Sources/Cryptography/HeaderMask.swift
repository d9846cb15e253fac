internal import CCrypto
internal import Synchronization

/// Makes the masks of QUIC's header protection with one key (RFC 9001 section 5.4).
package final class HeaderMask: @unchecked Sendable {
  package enum Algorithm: Sendable {
    /// RFC 9001 section 5.4.3.
    case aes
    /// RFC 9001 section 5.4.4.
    case chaCha20
  }

  /// The length of a sample in bytes.
  package static let sampleLength: Int = 16
  /// The length of a mask in bytes.
  private static let maskLength = 5

  // Sendable because only the holder of the lock uses the context. It keeps the expanded key from packet to packet.
  private let context: OpaquePointer
  private let lock = Mutex(())
  private let isChaCha20: Bool

  /// - Returns: nil if the algorithm has no such key.
  package init?(_ algorithm: Algorithm, key: [UInt8]) {
    isChaCha20 = algorithm == .chaCha20
    let name = isChaCha20 ? "ChaCha20" : "AES-\(key.count * 8)-ECB"
    guard let cipher = EVP_CIPHER_fetch(CryptoLibrary.context, name, nil) else { return nil }
    defer { EVP_CIPHER_free(cipher) }
    guard Int(EVP_CIPHER_get_key_length(cipher)) == key.count, let context = EVP_CIPHER_CTX_new() else { return nil }
    self.context = context
    guard EVP_EncryptInit_ex(context, cipher, nil, key, nil) == 1, EVP_CIPHER_CTX_set_padding(context, 0) == 1 else {
      return nil
    }
  }

  deinit { EVP_CIPHER_CTX_free(context) }

  /// The five bytes of a mask, the first in the highest of the low 40 bits.
  ///
  /// - Parameter sample: 16 bytes of ciphertext.
  /// - Returns: nil if the sample has another length.
  package func callAsFunction(_ sample: Span<UInt8>) -> UInt64? {
    guard sample.count == Self.sampleLength else { return nil }
    return sample.withUnsafeBufferPointer { sample in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * Self.sampleLength) { mask in
        lock.withLock { _ in
          var length: Int32 = 0
          let isDone: Bool
          if isChaCha20 {
            // The sample is the block counter and the nonce; what is encrypted is zeros.
            mask.initialize(repeating: 0)
            isDone =
              EVP_EncryptInit_ex(context, nil, nil, nil, sample.baseAddress) == 1
              && EVP_EncryptUpdate(context, mask.baseAddress, &length, mask.baseAddress, Int32(Self.maskLength)) == 1
          } else {
            isDone =
              EVP_EncryptUpdate(
                context, mask.baseAddress, &length, sample.baseAddress, Int32(Self.sampleLength)) == 1
          }
          guard isDone, length >= Self.maskLength else { return nil }
          return (0..<Self.maskLength).reduce(0) { $0 << 8 | UInt64(mask[$1]) }
        }
      }
    }
  }
}
