internal import Crypto
internal import FoundationEssentials

/// How keys come from secrets.
public enum KeyDerivation {
  /// HKDF-Expand-Label with an empty context (RFC 8446 section 7.1).
  ///
  /// - Parameter label: without the `tls13 ` before it; at most 249 bytes.
  public static func expand(_ secret: SecretBytes, label: String, length: Int, hash: Hash) -> SecretBytes {
    // swift-crypto traps where nothing is asked for.
    guard length > 0 else { return SecretBytes([]) }
    let whole = Array("tls13 ".utf8) + Array(label.utf8)
    let info = [UInt8(length >> 8), UInt8(length & 0xFF), UInt8(whole.count)] + whole + [0]
    let key = SymmetricKey(data: secret.bytes)
    let made =
      switch hash {
      case .sha384: HKDF<SHA384>.expand(pseudoRandomKey: key, info: info, outputByteCount: length)
      default: HKDF<SHA256>.expand(pseudoRandomKey: key, info: info, outputByteCount: length)
      }
    return SecretBytes(made.withUnsafeBytes { Array($0) })
  }

  /// The pseudorandom function of TLS 1.2 (RFC 5246 section 5), or with no hash that of TLS 1.0 and 1.1 (RFC 4346
  /// section 5).
  public static func pseudorandom(
    _ secret: SecretBytes, label: String, seed: [UInt8], length: Int, hash: Hash?
  ) -> SecretBytes {
    let seed = Array(label.utf8) + seed
    if let hash { return SecretBytes(spread(secret.bytes, seed, length, hash)) }
    let half = (secret.count + 1) / 2
    let first = spread(Array(secret.bytes.prefix(half)), seed, length, .md5)
    let second = spread(Array(secret.bytes.suffix(half)), seed, length, .sha1)
    return SecretBytes(zip(first, second).map { $0 ^ $1 })
  }

  /// `P_hash` (RFC 5246 section 5).
  private static func spread(_ secret: [UInt8], _ seed: [UInt8], _ length: Int, _ hash: Hash) -> [UInt8] {
    let key = SymmetricKey(data: secret)
    var made: [UInt8] = []
    var chain = seed
    while made.count < length {
      chain = hash.authenticationCode(of: [Data(chain)], key: key)
      made += hash.authenticationCode(of: [Data(chain), Data(seed)], key: key)
    }
    return Array(made.prefix(length))
  }
}
