internal import CCrypto
internal import Synchronization

/// Decrypts AES in CBC mode with one key, without regard to padding.
package final class BlockChain: @unchecked Sendable {
  // Sendable because only the holder of the lock uses the context. It keeps the expanded key from record to record.
  private let context: OpaquePointer
  private let lock = Mutex(())

  /// - Returns: nil if AES has no such key.
  package init?(key: [UInt8]) {
    guard let cipher = EVP_CIPHER_fetch(CryptoLibrary.context, "AES-\(key.count * 8)-CBC", nil) else { return nil }
    defer { EVP_CIPHER_free(cipher) }
    guard let context = EVP_CIPHER_CTX_new() else { return nil }
    self.context = context
    guard EVP_DecryptInit_ex(context, cipher, nil, key, nil) == 1, EVP_CIPHER_CTX_set_padding(context, 0) == 1 else {
      return nil
    }
  }

  deinit { EVP_CIPHER_CTX_free(context) }

  /// - Parameters:
  ///   - blocks: whole blocks of 16 bytes, at least one.
  ///   - vector: 16 bytes.
  /// - Returns: nil if the lengths are others.
  package func decrypt(_ blocks: Span<UInt8>, vector: [UInt8]) -> [UInt8]? {
    let count = blocks.count
    guard count > 0, count % 16 == 0, count <= Int32.max, vector.count == 16 else { return nil }
    var plain = [UInt8](repeating: 0, count: count)
    let isDone = blocks.withUnsafeBufferPointer { blocks in
      lock.withLock { _ in
        var length: Int32 = 0
        return EVP_DecryptInit_ex(context, nil, nil, nil, vector) == 1
          && EVP_DecryptUpdate(context, &plain, &length, blocks.baseAddress, Int32(count)) == 1 && length == count
      }
    }
    return isDone ? plain : nil
  }
}
