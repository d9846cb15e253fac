internal import Cryptography

/// Authenticated encryption with additional data, in TLS 1.3 (RFC 8446 section 5.2) and 1.2 (RFC 5246 section 6.2.3.3).
public struct AEADCipher: RecordCipher {
  /// How a record's nonce comes about.
  enum NonceRule {
    /// The initialization vector exclusive-or the sequence number (RFC 8446 section 5.3, RFC 7905 section 2).
    case masked
    /// Four derived bytes, and eight that precede the ciphertext (RFC 5288 section 3, RFC 6655 section 3).
    case explicit
  }

  private let algorithm: CipherAlgorithm
  private let cipher: AuthenticatedCipher
  /// The first four bytes of the nonce, and the rest before it is masked.
  private let vectorBegin: UInt32
  private let vectorEnd: UInt64
  private let isTLS13: Bool
  private let nonceRule: NonceRule
  private let tagLength: Int

  /// - Parameters:
  ///   - vector: the write IV; 12 bytes, or 4 for AES in TLS 1.2.
  /// - Returns: nil if the algorithm has no such key or vector.
  public init?(_ algorithm: CipherAlgorithm, key: SecretBytes, vector: SecretBytes, isTLS13: Bool) {
    let kind: AuthenticatedCipher.Algorithm
    switch algorithm {
    case .aesGCM: (kind, tagLength) = (.aesGCM, 16)
    case .aesCCM(_, let length): (kind, tagLength) = (.aesCCM(tagLength: length), length)
    case .chaCha20Poly1305: (kind, tagLength) = (.chaCha20Poly1305, 16)
    case .aesCBC, .null: return nil
    }
    nonceRule = isTLS13 || algorithm == .chaCha20Poly1305 ? .masked : .explicit
    guard key.count == algorithm.keyLength, vector.count == (nonceRule == .masked ? 12 : 4),
      let cipher = AuthenticatedCipher(kind, key: key.bytes, .opening)
    else { return nil }
    self.algorithm = algorithm
    self.cipher = cipher
    vectorBegin = vector.bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    vectorEnd = vector.count == 12 ? Self.number(vector.bytes.span, 4) : 0
    self.isTLS13 = isTLS13
  }

  public func open(_ record: Span<UInt8>, sequence: UInt64, into opened: inout OpenedRecord) -> RecordOpening {
    let explicit = nonceRule == .explicit ? 8 : 0
    let start = RecordLayout.header + explicit
    let plain = record.count - start - tagLength
    guard plain >= 0 else { return .failed }
    let additional =
      isTLS13
      ? (0..<RecordLayout.header).map { record[$0] }
      : RecordLayout.additionalData(record, sequence: sequence, length: plain)
    let second = nonceRule == .masked ? vectorEnd ^ sequence : Self.number(record, RecordLayout.header)
    let count = cipher.open(
      record.extracting(start..<record.count), nonce: (vectorBegin, second), authenticating: additional,
      into: &opened.storage)
    guard let count else { return .failed }
    opened.count = count
    return .opened
  }

  private static func number(_ bytes: Span<UInt8>, _ start: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 << 8 | UInt64(bytes[start + $1]) }
  }
}

extension AEADCipher: CustomStringConvertible, CustomReflectable {
  public var description: String { "<cipher \(algorithm)>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
