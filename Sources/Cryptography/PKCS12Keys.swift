internal import CCrypto

/// The private keys of a PKCS #12 file (RFC 7292), in DER or BER.
package struct PKCS12Keys {
  /// PrivateKeyInfo or, if encrypted, EncryptedPrivateKeyInfo (RFC 5958), in DER.
  package typealias Key = (der: [UInt8], isEncrypted: Bool)

  /// The keys that were found.
  package private(set) var keys: [Key] = []
  /// True if there is a safe that is encrypted as a whole and was not opened: it may hold keys.
  package private(set) var hasLockedSafe = false

  /// Never freed, as ``CryptoLibrary/context``.
  nonisolated(unsafe) private static let library = headwind_new_pkcs12_library()

  /// - Parameter password: opens the safes that are encrypted as a whole; nil passes them over.
  /// - Returns: nil if the file is broken.
  package init?(_ bytes: [UInt8], password: [UInt8]?) {
    let result = withUnsafeMutablePointer(to: &keys) { keys in
      (password ?? []).map(CChar.init(bitPattern:)).withUnsafeBufferPointer { characters in
        // An array without elements may have no address, and a password without characters is one.
        let empty: [CChar] = [0]
        return empty.withUnsafeBufferPointer { empty in
          headwind_pkcs12_keys(
            Self.library, bytes, bytes.count,
            password == nil ? nil : characters.baseAddress ?? empty.baseAddress, CInt(characters.count),
            { keys, der, count, isEncrypted in
              let bytes = Array(UnsafeBufferPointer(start: der, count: Int(count)))
              keys?.assumingMemoryBound(to: [Key].self).pointee.append((bytes, isEncrypted != 0))
            }, keys)
        }
      }
    }
    guard result != HEADWIND_PKCS12_BROKEN else { return nil }
    hasLockedSafe = result == HEADWIND_PKCS12_LOCKED
  }
}
