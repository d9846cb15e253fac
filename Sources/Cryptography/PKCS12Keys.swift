internal import CCrypto

/// The private keys of a PKCS #12 file (RFC 7292), in DER or BER.
package enum PKCS12Keys {
  /// PrivateKeyInfo or, if encrypted, EncryptedPrivateKeyInfo (RFC 5958), in DER.
  package typealias Key = (der: [UInt8], isEncrypted: Bool)

  /// - Returns: the keys that are found without a password; nil if the file is broken.
  package static func keys(in bytes: [UInt8]) -> [Key]? {
    var keys: [Key] = []
    let isSound = withUnsafeMutablePointer(to: &keys) { keys in
      headwind_pkcs12_keys(
        bytes, bytes.count,
        { keys, der, count, isEncrypted in
          let bytes = Array(UnsafeBufferPointer(start: der, count: Int(count)))
          keys?.assumingMemoryBound(to: [Key].self).pointee.append((bytes, isEncrypted != 0))
        }, keys)
    }
    return isSound == 1 ? keys : nil
  }
}
