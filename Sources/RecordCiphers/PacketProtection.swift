internal import Cryptography

/// What protects the packets of one direction of QUIC between two changes of its keys: authenticated encryption of the payload
/// (RFC 9001 section 5.3), and the mask over the header (section 5.4).
public struct PacketProtection: Sendable {
  private let cipher: AuthenticatedCipher
  private let headerMask: HeaderMask
  /// The first four bytes of the initialization vector, and the rest before it is masked.
  private let vectorBegin: UInt32
  private let vectorEnd: UInt64

  /// The length of an authentication tag in bytes.
  public static let tagLength: Int = 16
  /// The length in bytes of the ciphertext that a header's mask is made from.
  public static let sampleLength: Int = HeaderMask.sampleLength

  /// - Parameters:
  ///   - vector: 12 bytes.
  ///   - headerKey: as long as `key`.
  /// - Returns: nil if QUIC has no such algorithm, or the algorithm no such keys.
  public init?(_ algorithm: CipherAlgorithm, key: SecretBytes, vector: SecretBytes, headerKey: SecretBytes) {
    guard let mask = HeaderMask(algorithm == .chaCha20Poly1305 ? .chaCha20 : .aes, key: headerKey.bytes) else {
      return nil
    }
    self.init(algorithm, key: key, vector: vector, mask)
  }

  /// The protection after a key update, which changes everything but the key of the header (RFC 9001 section 6).
  ///
  /// - Returns: nil if the algorithm has no such keys.
  public func updated(_ algorithm: CipherAlgorithm, key: SecretBytes, vector: SecretBytes) -> PacketProtection? {
    PacketProtection(algorithm, key: key, vector: vector, headerMask)
  }

  private init?(_ algorithm: CipherAlgorithm, key: SecretBytes, vector: SecretBytes, _ mask: HeaderMask) {
    let kind: AuthenticatedCipher.Algorithm
    switch algorithm {
    case .aesGCM: kind = .aesGCM
    case .aesCCM(_, Self.tagLength): kind = .aesCCM(tagLength: Self.tagLength)
    case .chaCha20Poly1305: kind = .chaCha20Poly1305
    case .aesCCM, .aesCBC, .null: return nil
    }
    guard key.count == algorithm.keyLength, vector.count == 12,
      let cipher = AuthenticatedCipher(kind, key: key.bytes, .opening)
    else { return nil }
    self.cipher = cipher
    headerMask = mask
    vectorBegin = vector.bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    vectorEnd = vector.bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The five bytes of a header's mask, the first in the highest of the low 40 bits.
  ///
  /// - Parameter sample: ``sampleLength`` bytes of ciphertext.
  /// - Returns: nil if the sample has another length.
  public func mask(_ sample: Span<UInt8>) -> UInt64? { headerMask(sample) }

  /// Decrypts a payload if it is authentic.
  ///
  /// - Parameters:
  ///   - ciphertext: the payload with its tag.
  ///   - header: the whole header without its mask.
  ///   - opened: receives the plaintext. If this returns false it holds nothing of use.
  public func open(
    _ ciphertext: Span<UInt8>, number: UInt64, header: [UInt8], into opened: inout OpenedRecord
  ) -> Bool {
    let count = cipher.open(
      ciphertext, nonce: (vectorBegin, vectorEnd ^ number), authenticating: header, into: &opened.storage)
    guard let count else { return false }
    opened.count = count
    return true
  }
}

extension PacketProtection {
  /// Whether a Retry packet's tag fits (RFC 9001 section 5.8).
  ///
  /// - Parameters:
  ///   - tag: ``tagLength`` bytes.
  ///   - pseudoPacket: what it authenticates.
  ///   - key: the key of the version, 16 bytes, and its nonce of 12 bytes.
  public static func authenticates(
    _ tag: Span<UInt8>, _ pseudoPacket: [UInt8], key: SecretBytes, nonce: SecretBytes
  ) -> Bool {
    guard let cipher = AuthenticatedCipher(.aesGCM, key: key.bytes, .opening), nonce.count == 12,
      tag.count == tagLength
    else { return false }
    let first = nonce.bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    let second = nonce.bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    var nothing: [UInt8] = []
    return cipher.open(tag, nonce: (first, second), authenticating: pseudoPacket, into: &nothing) != nil
  }
}

extension PacketProtection: CustomStringConvertible, CustomReflectable {
  public var description: String { "<packet protection>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
