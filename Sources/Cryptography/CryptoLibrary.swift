internal import CCrypto

/// The system's libcrypto (OpenSSL 3).
enum CryptoLibrary {
  /// A context of our own. The machine's openssl.cnf does not apply to it, so a policy for the services of the machine (no MD5, no
  /// SHA-1, FIPS only) does not stop us from reading what others have sent.
  ///
  /// It is never freed and libcrypto does not clean up at exit, because threads may still use it then.
  nonisolated(unsafe) static let context: OpaquePointer = {
    let options = UInt64(OPENSSL_INIT_NO_ATEXIT) | UInt64(OPENSSL_INIT_NO_LOAD_CONFIG)
    guard OPENSSL_init_crypto(options, nil) == 1, let context = OSSL_LIB_CTX_new() else {
      fatalError("libcrypto cannot be initialized")
    }
    return context
  }()

  /// What one of the `i2d` functions encodes; nil if it fails.
  static func encoded(_ encode: (_ out: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int32) -> [UInt8]? {
    var memory: UnsafeMutablePointer<UInt8>?
    let count = Int(encode(&memory))
    defer { CRYPTO_free(memory, nil, 0) }
    guard count > 0, let memory else { return nil }
    return Array(UnsafeBufferPointer(start: memory, count: count))
  }
}
