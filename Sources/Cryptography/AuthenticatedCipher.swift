internal import CCrypto
internal import Synchronization

/// Authenticated encryption with additional data (RFC 5116) with one key, nonces of 12 bytes, and the tag after the ciphertext.
package final class AuthenticatedCipher: @unchecked Sendable {
  package enum Algorithm: Sendable {
    case aesGCM
    case aesCCM(tagLength: Int)
    case chaCha20Poly1305
  }

  package enum Direction: Int32, Sendable {
    case opening = 0
    case sealing = 1
  }

  /// A nonce as two numbers, in network order.
  package typealias Nonce = (first: UInt32, second: UInt64)

  // Sendable because only the holder of the lock uses the context. It keeps the expanded key from record to record.
  private let context: OpaquePointer
  private let lock = Mutex(())
  private let isCCM: Bool
  private let tagLength: Int

  /// - Returns: nil if the algorithm has no such key.
  package init?(_ algorithm: Algorithm, key: [UInt8], _ direction: Direction) {
    let name: String
    switch algorithm {
    case .aesGCM: (name, isCCM, tagLength) = ("AES-\(key.count * 8)-GCM", false, 16)
    case .aesCCM(let length): (name, isCCM, tagLength) = ("AES-\(key.count * 8)-CCM", true, length)
    case .chaCha20Poly1305: (name, isCCM, tagLength) = ("ChaCha20-Poly1305", false, 16)
    }
    guard let cipher = EVP_CIPHER_fetch(CryptoLibrary.context, name, nil) else { return nil }
    defer { EVP_CIPHER_free(cipher) }
    guard Int(EVP_CIPHER_get_key_length(cipher)) == key.count, let context = EVP_CIPHER_CTX_new() else { return nil }
    self.context = context
    // CCM wants the lengths before the key.
    guard EVP_CipherInit_ex(context, cipher, nil, nil, nil, direction.rawValue) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, 12, nil) == 1,
      !isCCM || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagLength), nil) == 1,
      EVP_CipherInit_ex(context, nil, nil, key, nil, direction.rawValue) == 1
    else { return nil }
  }

  deinit { EVP_CIPHER_CTX_free(context) }

  /// Decrypts a ciphertext with its tag.
  /// - Parameter plain: receives the plaintext at its beginning. It grows where it is too short, and never shrinks.
  /// - Returns: the length of the plaintext; nil if the tag does not fit.
  package func open(
    _ sealed: Span<UInt8>, nonce: Nonce, authenticating additional: [UInt8], into plain: inout [UInt8]
  ) -> Int? {
    let count = sealed.count - tagLength
    guard count >= 0, count <= Int32.max else { return nil }
    if plain.count < max(count, 1) { plain = [UInt8](repeating: 0, count: max(count, 1)) }
    let isAuthentic = sealed.withUnsafeBufferPointer { sealed in
      plain.withUnsafeMutableBufferPointer { plain in
        guard let input = sealed.baseAddress, let output = plain.baseAddress else { return false }
        // libcrypto reads the tag only, though its parameter is not const.
        let tag = UnsafeMutablePointer(mutating: input + count)
        return lock.withLock { _ in
          (!isCCM || setTag(tag)) && begin(nonce, additional, Int32(count)) && process(input, output, count)
            && (isCCM || setTag(tag) && finish())
        }
      }
    }
    return isAuthentic ? count : nil
  }

  /// Encrypts a plaintext of at least one byte, and appends the tag; nil if libcrypto cannot.
  package func seal(_ plain: [UInt8], nonce: Nonce, authenticating additional: [UInt8]) -> [UInt8]? {
    let count = plain.count
    guard count > 0, count <= Int32.max else { return nil }
    var sealed = [UInt8](repeating: 0, count: count + tagLength)
    let isSealed = sealed.withUnsafeMutableBufferPointer { sealed in
      plain.withUnsafeBufferPointer { plain in
        guard let input = plain.baseAddress, let output = sealed.baseAddress else { return false }
        return lock.withLock { _ in
          begin(nonce, additional, Int32(count)) && process(input, output, count) && finish()
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagLength), output + count) == 1
        }
      }
    }
    return isSealed ? sealed : nil
  }

  private func setTag(_ tag: UnsafeMutablePointer<UInt8>) -> Bool {
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagLength), tag) == 1
  }

  private func begin(_ nonce: Nonce, _ additional: [UInt8], _ count: Int32) -> Bool {
    let hasNonce = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 12) { bytes in
      let raw = UnsafeMutableRawBufferPointer(bytes)
      raw.storeBytes(of: nonce.first.bigEndian, as: UInt32.self)
      raw.storeBytes(of: nonce.second.bigEndian, toByteOffset: 4, as: UInt64.self)
      return EVP_CipherInit_ex(context, nil, nil, nil, bytes.baseAddress, -1) == 1
    }
    var length: Int32 = 0
    // CCM authenticates the length of the message before anything else.
    return hasNonce && (!isCCM || EVP_CipherUpdate(context, nil, &length, nil, count) == 1)
      && EVP_CipherUpdate(context, nil, &length, additional, Int32(additional.count)) == 1
  }

  private func process(_ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ count: Int) -> Bool {
    var length: Int32 = 0
    // An empty message must reach CCM too, which checks the tag here.
    return EVP_CipherUpdate(context, output, &length, input, Int32(count)) == 1
  }

  private func finish() -> Bool {
    var length: Int32 = 0
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { rest in
      EVP_CipherFinal_ex(context, rest.baseAddress, &length) == 1
    }
  }
}
