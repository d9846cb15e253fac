internal import CCrypto
internal import Synchronization

/// HMAC with one key (RFC 2104), which is prepared once.
package final class AuthenticationCode: @unchecked Sendable {
  // Sendable because only the holder of the lock uses the context.
  private let context: OpaquePointer
  private let lock = Mutex(())
  private let length: Int

  package init(_ digest: Digest, key: [UInt8]) {
    length = digest.length
    guard let context = EVP_MAC_CTX_new(Self.function) else { fatalError("libcrypto has no HMAC") }
    self.context = context
    var name = Array(digest.name.utf8CString)
    let isReady = name.withUnsafeMutableBufferPointer { name in
      let options = [OSSL_PARAM_construct_utf8_string("digest", name.baseAddress, 0), OSSL_PARAM_construct_end()]
      return EVP_MAC_init(context, key, key.count, options) == 1
    }
    guard isReady else { fatalError("libcrypto has no HMAC with \(digest.name)") }
  }

  deinit { EVP_MAC_CTX_free(context) }

  /// The code of the parts in their order.
  package func callAsFunction(_ parts: [UInt8]...) -> [UInt8] {
    lock.withLock { _ in
      [UInt8](unsafeUninitializedCapacity: length) { code, count in
        var isDone = EVP_MAC_init(context, nil, 0, nil) == 1
        for part in parts { isDone = isDone && EVP_MAC_update(context, part, part.count) == 1 }
        guard isDone, EVP_MAC_final(context, code.baseAddress, &count, length) == 1 else {
          fatalError("libcrypto cannot compute an HMAC")
        }
      }
    }
  }

  nonisolated(unsafe) private static let function = EVP_MAC_fetch(CryptoLibrary.context, "HMAC", nil)
}
