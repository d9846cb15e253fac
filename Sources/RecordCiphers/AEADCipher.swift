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
  private let vector: [UInt8]
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
    self.vector = vector.bytes
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
    // Nonce, ciphertext and tag in one block, as a sealed box has them.
    var box = Data(capacity: 12 + record.count - start)
    addNonce(record, sequence, to: &box)
    box.append(record.extracting(start..<record.count))
    do {
      switch algorithm {
      case .aesGCM:
        opened.storage = try AES.GCM.open(AES.GCM.SealedBox(combined: box), using: key, authenticating: additional)
      case .chaCha20Poly1305:
        opened.storage = try ChaChaPoly.open(
          ChaChaPoly.SealedBox(combined: box), using: key, authenticating: additional)
      default:
        guard let plain = try CounterModeCBC(key: key, tagLength: tagLength).open(box, authenticating: additional)
        else {
          return .failed
        }
        opened.storage = plain
      }
      return .opened
    } catch {
      return .failed
    }
  }

  private func addNonce(_ record: Span<UInt8>, _ sequence: UInt64, to box: inout Data) {
    switch nonceRule {
    case .masked:
      for index in 0..<4 { box.append(vector[index]) }
      for index in 0..<8 { box.append(vector[4 + index] ^ UInt8(truncatingIfNeeded: sequence >> (56 - 8 * index))) }
    case .explicit:
      box.append(contentsOf: vector)
      box.append(record.extracting(RecordLayout.header..<RecordLayout.header + 8))
    }
  }
}

extension AEADCipher: CustomStringConvertible, CustomReflectable {
  public var description: String { "<cipher \(algorithm)>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
