internal import CCrypto

/// A private RSA key.
package final class RSAPrivateKey: @unchecked Sendable {
  // Sendable because libcrypto only reads the key after it has been made.
  private let key: OpaquePointer
  /// PKCS #1 (RFC 8017 appendix A.1.2).
  package let der: [UInt8]

  /// - Parameter bytes: PKCS #8 or PKCS #1, not encrypted.
  /// - Returns: nil if it is neither, or the key of another algorithm.
  package convenience init?(der bytes: [UInt8]) {
    let key = bytes.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      return d2i_AutoPrivateKey_ex(nil, &start, bytes.count, CryptoLibrary.context, nil)
    }
    self.init(owning: key)
  }

  /// - Parameter text: PKCS #8 or PKCS #1, not encrypted.
  /// - Returns: nil if it is neither, or the key of another algorithm.
  package convenience init?(pem text: String) {
    let bytes = Array(text.utf8)
    guard let count = Int32(exactly: bytes.count) else { return nil }
    let key = bytes.withUnsafeBytes { bytes in
      guard let source = BIO_new_mem_buf(bytes.baseAddress, count) else { return OpaquePointer?.none }
      defer { BIO_free(source) }
      // Without a function of ours, libcrypto would ask for a password on the terminal.
      return PEM_read_bio_PrivateKey_ex(source, nil, { _, _, _, _ in -1 }, nil, CryptoLibrary.context, nil)
    }
    self.init(owning: key)
  }

  private init?(owning key: OpaquePointer?) {
    ERR_clear_error()
    guard let key else { return nil }
    guard EVP_PKEY_is_a(key, "RSA") == 1, let der = CryptoLibrary.encoded({ i2d_PrivateKey(key, $0) }) else {
      EVP_PKEY_free(key)
      return nil
    }
    self.key = key
    self.der = der
  }

  deinit { EVP_PKEY_free(key) }

  /// Decrypts a message with the padding of PKCS #1 version 1.5 (RFC 8017 section 7.2.2).
  ///
  /// The padding is removed here: newer versions of libcrypto return random bytes where it is wrong, in defence of servers, and a
  /// message for another key would look like one for this key.
  /// - Returns: nil if the message is for another key.
  package func decrypt(_ encrypted: Span<UInt8>) -> [UInt8]? {
    guard let context = EVP_PKEY_CTX_new_from_pkey(CryptoLibrary.context, key, nil) else { return nil }
    defer {
      EVP_PKEY_CTX_free(context)
      ERR_clear_error()
    }
    var plain = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(key)))
    var count = plain.count
    let isDone = encrypted.withUnsafeBufferPointer { encrypted in
      EVP_PKEY_decrypt_init(context) == 1 && EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1
        && EVP_PKEY_decrypt(context, &plain, &count, encrypted.baseAddress, encrypted.count) == 1
    }
    // 00 02, at least eight bytes that are not zero, 00.
    guard isDone, count == plain.count, plain.starts(with: [0, 2]), let end = plain.dropFirst(2).firstIndex(of: 0),
      end >= 10
    else { return nil }
    return Array(plain[(end + 1)...])
  }
}
