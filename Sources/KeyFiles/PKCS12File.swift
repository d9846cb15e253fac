internal import Cryptography

/// The private keys of a PKCS #12 file (RFC 7292).
///
/// Its keys are encrypted one by one, and are found without a password. Certificates usually are in a safe that is encrypted as a
/// whole, which is skipped. The file's integrity (MacData) is not checked: a key that cannot be decrypted says that the password is
/// wrong.
enum PKCS12File {
  static func privateKeys(in bytes: [UInt8]) throws(KeyFileProblem) -> [PEMBlock] {
    guard let keys = PKCS12Keys.keys(in: bytes) else { throw .broken }
    guard !keys.isEmpty else { throw .noRSAKey }
    return keys.map { PEMBlock(der: $0.der, isEncrypted: $0.isEncrypted) }
  }
}
