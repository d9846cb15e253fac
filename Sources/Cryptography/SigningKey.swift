internal import CCrypto

/// A private key that signs with ECDSA on the curve P-256 (FIPS 186-5).
package final class SigningKey: @unchecked Sendable {
  // Sendable because libcrypto only reads the key after it has been made.
  private let key: OpaquePointer
  /// PKCS #8 (RFC 5958).
  package let der: [UInt8]
  /// SubjectPublicKeyInfo (RFC 5280 section 4.1.2.7).
  package let publicKey: [UInt8]

  /// Creates a new key.
  /// - Throws: `CryptoFailure` if libcrypto cannot, for example because there are no random numbers.
  package init() throws(CryptoFailure) {
    guard let key = headwind_generate_p256(CryptoLibrary.context) else { throw CryptoFailure("create a key") }
    guard let der = CryptoLibrary.encoded({ headwind_encode_pkcs8(key, $0) }),
      let publicKey = CryptoLibrary.encoded({ i2d_PUBKEY(key, $0) })
    else {
      EVP_PKEY_free(key)
      throw CryptoFailure("encode a key")
    }
    self.key = key
    self.der = der
    self.publicKey = publicKey
  }

  deinit { EVP_PKEY_free(key) }

  /// The SHA-1 of the public key without what surrounds it (RFC 5280 section 4.2.1.2).
  package var identifier: [UInt8] {
    // A point of this curve has 65 bytes, the last ones of the SubjectPublicKeyInfo.
    Digest.sha1(Array(publicKey.suffix(65)))
  }

  /// An ECDSA-Sig-Value (RFC 3279 section 2.2.3) over the SHA-256 of the bytes.
  package func signature(of bytes: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { throw CryptoFailure("sign") }
    defer { EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(key)))
    var count = signature.count
    guard EVP_DigestSignInit_ex(context, nil, "SHA256", CryptoLibrary.context, nil, key, nil) == 1,
      EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1
    else { throw CryptoFailure("sign") }
    return Array(signature.prefix(count))
  }
}

/// What libcrypto could not do.
package struct CryptoFailure: Error, CustomStringConvertible {
  private let action: String

  init(_ action: String) {
    self.action = action
  }

  package var description: String { "libcrypto cannot \(action)" }
}
