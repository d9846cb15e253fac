internal import Cryptography

/// The private keys of a PKCS #12 file (RFC 7292).
///
/// Most programs encrypt the keys one by one, and their safe not at all, so they are found without a password. Some put the keys into a
/// safe that is encrypted as a whole; it is opened if nothing else has a key. The file's integrity (MacData) is not checked: a key that
/// cannot be decrypted says that the password is wrong.
enum PKCS12File {
  static func privateKeys(in bytes: [UInt8], password: KeyPassword?) throws(KeyFileProblem) -> [PEMBlock] {
    guard var found = PKCS12Keys(bytes, password: nil) else { throw .broken }
    if found.keys.isEmpty, found.hasLockedSafe {
      guard let opened = PKCS12Keys(bytes, password: password?.bytes ?? []) else { throw .broken }
      guard !opened.keys.isEmpty || !opened.hasLockedSafe else {
        throw password == nil ? .passwordNeeded : .cannotDecrypt
      }
      found = opened
    }
    guard !found.keys.isEmpty else { throw .noRSAKey }
    return found.keys.map { PEMBlock(der: $0.der, isEncrypted: $0.isEncrypted) }
  }
}
