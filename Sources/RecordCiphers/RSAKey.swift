internal import Cryptography

/// A server's private RSA key, which opens the premaster secrets of TLS 1.2 and before (RFC 5246 section 7.4.7.1).
public struct RSAKey: Sendable {
  private let key: RSAPrivateKey

  /// - Parameter pem: PKCS #8 or PKCS #1, not encrypted.
  /// - Returns: nil if it is neither.
  public init?(pem: String) {
    guard let key = RSAPrivateKey(pem: pem) else { return nil }
    self.key = key
  }

  /// - Parameter der: PKCS #8 or PKCS #1, not encrypted.
  /// - Returns: nil if it is neither.
  public init?(der: [UInt8]) {
    guard let key = RSAPrivateKey(der: der) else { return nil }
    self.key = key
  }

  /// The 48 bytes that a client encrypted with the public key; nil if it was another key.
  public func premasterSecret(_ encrypted: Span<UInt8>) -> SecretBytes? {
    guard let plain = key.decrypt(encrypted), plain.count == 48 else { return nil }
    return SecretBytes(plain)
  }
}

extension RSAKey: Hashable {
  public static func == (one: RSAKey, other: RSAKey) -> Bool { one.key.der == other.key.der }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(key.der)
  }
}

extension RSAKey: CustomStringConvertible, CustomReflectable {
  public var description: String { "<RSA private key>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
