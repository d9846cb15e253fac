internal import CryptoExtras
internal import FoundationEssentials

/// A server's private RSA key, which opens the premaster secrets of TLS 1.2 and before (RFC 5246 section 7.4.7.1).
public struct RSAKey: Hashable, Sendable {
  /// PKCS #1 or PKCS #8. A key of the library is made for each use, because it may not cross threads.
  private let encoded: SecretBytes

  /// - Parameter pem: PKCS #8 or PKCS #1, not encrypted.
  /// - Returns: nil if it is neither.
  public init?(pem: String) {
    guard let key = try? _RSA.Encryption.PrivateKey(unsafePEMRepresentation: pem) else { return nil }
    encoded = SecretBytes(Array(key.derRepresentation))
  }

  /// - Parameter der: PKCS #8 or PKCS #1, not encrypted.
  public init?(der: [UInt8]) {
    guard let key = try? _RSA.Encryption.PrivateKey(unsafeDERRepresentation: Data(der)) else { return nil }
    encoded = SecretBytes(Array(key.derRepresentation))
  }

  /// The 48 bytes that a client encrypted with the public key; nil if it was another key.
  public func premasterSecret(_ encrypted: Span<UInt8>) -> SecretBytes? {
    guard let key = try? _RSA.Encryption.PrivateKey(unsafeDERRepresentation: encoded.bytes),
      let plain = try? key.decrypt(Data(encrypted), padding: ._WEAK_AND_INSECURE_PKCS_V1_5), plain.count == 48
    else { return nil }
    return SecretBytes(Array(plain))
  }
}

extension RSAKey: CustomStringConvertible, CustomReflectable {
  public var description: String { "<RSA private key>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
