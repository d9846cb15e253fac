internal import Crypto
internal import FoundationEssentials

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
  private let key: SymmetricKey
  /// The first four bytes of the nonce, and the rest before it is masked.
  private let vector: [UInt8]
  private let vectorEnd: UInt64
  private let isTLS13: Bool
  private let nonceRule: NonceRule
  private let tagLength: Int

  /// - Parameters:
  ///   - vector: the write IV; 12 bytes, or 4 for AES in TLS 1.2.
  /// - Returns: nil if the algorithm has no such key or vector.
  public init?(_ algorithm: CipherAlgorithm, key: SecretBytes, vector: SecretBytes, isTLS13: Bool) {
    switch algorithm {
    case .aesGCM: tagLength = 16
    case .aesCCM(_, let length): tagLength = length
    case .chaCha20Poly1305: tagLength = 16
    case .aesCBC, .null: return nil
    }
    nonceRule = isTLS13 || algorithm == .chaCha20Poly1305 ? .masked : .explicit
    guard key.count == algorithm.keyLength, vector.count == (nonceRule == .masked ? 12 : 4) else { return nil }
    self.algorithm = algorithm
    self.key = SymmetricKey(data: key.bytes)
    self.vector = Array(vector.bytes.prefix(4))
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
      ? Data(record.extracting(0..<RecordLayout.header))
      : RecordLayout.additionalData(record, sequence: sequence, length: plain)
    // Nonce, ciphertext and tag follow each other, as a sealed box has them.
    let rest = record.extracting(start..<record.count)
    let second = nonceRule == .masked ? vectorEnd ^ sequence : Self.number(record, RecordLayout.header)
    do {
      let plain = try opened.scratch.with(nonce: (vector.span, second), rest) { box in
        try decrypt(box, additional)
      }
      guard let plain else { return .failed }
      opened.storage = plain
      return .opened
    } catch {
      return .failed
    }
  }

  private func decrypt(_ box: Data, _ additional: Data) throws -> Data? {
    switch algorithm {
    case .aesGCM: try AES.GCM.open(AES.GCM.SealedBox(combined: box), using: key, authenticating: additional)
    case .chaCha20Poly1305:
      try ChaChaPoly.open(ChaChaPoly.SealedBox(combined: box), using: key, authenticating: additional)
    default: try CounterModeCBC(key: key, tagLength: tagLength).open(box, authenticating: additional)
    }
  }

  private static func number(_ bytes: Span<UInt8>, _ start: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 << 8 | UInt64(bytes[start + $1]) }
  }
}

extension AEADCipher: CustomStringConvertible, CustomReflectable {
  public var description: String { "<cipher \(algorithm)>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
