internal import Cryptography

/// AES-CBC with an authentication code (RFC 5246 section 6.2.3.2), or the code alone (section 6.2.3.1).
public struct BlockCipher: RecordCipher {
  private let authentication: Hash
  private let authenticationCode: AuthenticationCode
  /// There is none with a null cipher.
  private let chain: BlockChain?
  /// RFC 7366.
  private let encryptsThenAuthenticates: Bool
  private var vector: Vector

  /// Where a record's initialization vector is.
  private enum Vector {
    /// At its beginning (RFC 4346 section 6.2.3.2).
    case inside
    /// It is the last block of the record before, in TLS 1.0 (RFC 2246 section 6.2.3.2).
    case before([UInt8])
    /// The record before is missing.
    case unknown
  }

  /// - Parameters:
  ///   - vector: the write IV of TLS 1.0; nil in later versions.
  /// - Returns: nil if the algorithm is none of these, or has no such keys.
  public init?(
    _ algorithm: CipherAlgorithm, key: SecretBytes, authenticationKey: SecretBytes, vector: SecretBytes?,
    encryptsThenAuthenticates: Bool
  ) {
    switch algorithm {
    case .aesCBC(_, let hash):
      authentication = hash
      guard let chain = BlockChain(key: key.bytes) else { return nil }
      self.chain = chain
    case .null(let hash):
      authentication = hash
      chain = nil
    default: return nil
    }
    guard key.count == algorithm.keyLength, authenticationKey.count == authentication.length,
      vector == nil || vector?.count == 16
    else { return nil }
    authenticationCode = AuthenticationCode(authentication.function, key: authenticationKey.bytes)
    self.vector = chain == nil ? .inside : vector.map { .before($0.bytes) } ?? .inside
    self.encryptsThenAuthenticates = encryptsThenAuthenticates && chain != nil
  }

  public func open(_ record: Span<UInt8>, sequence: UInt64, into opened: inout OpenedRecord) -> RecordOpening {
    var fragment = record.extracting(RecordLayout.header..<record.count)
    if encryptsThenAuthenticates {
      guard fragment.count >= authentication.length else { return .failed }
      let length = fragment.count - authentication.length
      let code = fragment.extracting(length..<fragment.count)
      fragment = fragment.extracting(0..<length)
      guard isAuthentic(Self.copy(fragment), code, record, sequence) else { return .failed }
      // The code does not cover the record before, so with a wrong vector the first block would be garbage.
      if case .unknown = vector { return .undecipherable }
    }
    guard var plain = decrypt(fragment) else { return .failed }
    if !encryptsThenAuthenticates {
      guard plain.count >= authentication.length else { return .failed }
      let code = Array(plain.suffix(authentication.length))
      plain.removeLast(authentication.length)
      guard isAuthentic(plain, code.span, record, sequence) else { return .failed }
    }
    (opened.storage, opened.count) = (plain, plain.count)
    return .opened
  }

  public var isChained: Bool {
    if case .inside = vector { false } else { true }
  }

  public mutating func pass(_ record: Span<UInt8>, isAuthentic: Bool) {
    guard isChained else { return }
    // With RFC 7366 the code follows the last block, and nothing but the code vouches for it.
    let end = record.count - (encryptsThenAuthenticates ? authentication.length : 0)
    guard end - 16 >= RecordLayout.header, isAuthentic || !encryptsThenAuthenticates else {
      vector = .unknown
      return
    }
    vector = .before((end - 16..<end).map { record[$0] })
  }

  public mutating func miss() {
    if isChained { vector = .unknown }
  }

  private func isAuthentic(_ content: [UInt8], _ code: Span<UInt8>, _ record: Span<UInt8>, _ sequence: UInt64) -> Bool {
    let additional = RecordLayout.additionalData(record, sequence: sequence, length: content.count)
    let right = authenticationCode(additional, content)
    guard right.count == code.count else { return false }
    return right.indices.allSatisfy { right[$0] == code[$0] }
  }

  /// The content without padding; nil if the padding is none.
  private func decrypt(_ fragment: Span<UInt8>) -> [UInt8]? {
    guard let chain else { return Self.copy(fragment) }
    let (start, vector): (Int, [UInt8])
    switch self.vector {
    case .inside:
      guard fragment.count >= 32 else { return nil }
      (start, vector) = (16, (0..<16).map { fragment[$0] })
    case .before(let block): (start, vector) = (0, block)
    case .unknown: return nil
    }
    guard fragment.count - start >= 16, fragment.count % 16 == 0 else { return nil }
    guard var plain = chain.decrypt(fragment.extracting(start..<fragment.count), vector: vector),
      let padding = plain.last.map(Int.init), padding < plain.count
    else { return nil }
    // All of the padding has its own length as value.
    guard plain.suffix(padding + 1).allSatisfy({ $0 == UInt8(padding) }) else { return nil }
    plain.removeLast(padding + 1)
    return plain
  }

  private static func copy(_ bytes: Span<UInt8>) -> [UInt8] {
    var copy: [UInt8] = []
    copy.append(copying: bytes)
    return copy
  }
}

extension BlockCipher: CustomStringConvertible, CustomReflectable {
  public var description: String { "<block cipher with \(authentication)>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
