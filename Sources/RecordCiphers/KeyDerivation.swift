internal import Cryptography

/// How keys come from secrets.
public enum KeyDerivation {
  /// HKDF-Extract (RFC 5869 section 2.2).
  ///
  /// - Parameter material: the input keying material.
  public static func extract(salt: [UInt8], _ material: [UInt8], hash: Hash) -> SecretBytes {
    SecretBytes(AuthenticationCode(hash.function, key: salt)(material))
  }

  /// HKDF-Expand-Label with an empty context (RFC 8446 section 7.1).
  ///
  /// - Parameter label: without the `tls13 ` before it; at most 249 bytes.
  public static func expand(_ secret: SecretBytes, label: String, length: Int, hash: Hash) -> SecretBytes {
    let whole = Array("tls13 ".utf8) + Array(label.utf8)
    let info = [UInt8(length >> 8), UInt8(length & 0xFF), UInt8(whole.count)] + whole + [0]
    // HKDF-Expand (RFC 5869 section 2.3).
    let code = AuthenticationCode(hash == .sha384 ? .sha384 : .sha256, key: secret.bytes)
    var (made, last, round): ([UInt8], [UInt8], UInt8) = ([], [], 1)
    while made.count < length {
      last = code(last, info, [round])
      made += last
      round &+= 1
    }
    return SecretBytes(Array(made.prefix(length)))
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
    let code = AuthenticationCode(hash.function, key: secret)
    var made: [UInt8] = []
    var chain = seed
    while made.count < length {
      chain = code(chain)
      made += code(chain, seed)
    }
    return Array(made.prefix(length))
  }
}
