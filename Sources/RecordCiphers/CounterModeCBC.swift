internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials

/// AES in counter mode with a CBC-MAC (CCM, RFC 3610), with the nonces of 12 bytes that TLS uses (RFC 6655 section 3).
struct CounterModeCBC {
  let key: SymmetricKey
  let tagLength: Int

  /// Decrypts nonce, ciphertext and tag.
  ///
  /// - Returns: nil if the tag does not fit.
  func open(_ box: Data, authenticating additional: Data) throws -> Data? {
    let nonce = Data(box.prefix(12))
    let ciphertext = Data(box.dropFirst(12).dropLast(tagLength))
    // Counter 0 masks the tag; the message begins with counter 1. So both are one stream, the tag's block first.
    let blocks = Data(count: 16) + ciphertext
    let counter = try AES._CTR.Nonce(nonceBytes: Data([2]) + nonce + Data(count: 3))
    let stream = try AES._CTR.decrypt(blocks, using: key, nonce: counter)
    let plain = Data(stream.dropFirst(16))
    let code = try authenticationCode(plain, nonce, additional)
    let tag = zip(code, stream).prefix(tagLength).map { $0 ^ $1 }
    return box.suffix(tagLength).elementsEqual(tag) ? plain : nil
  }

  /// The CBC-MAC before it is masked (RFC 3610 section 2.2): the last block of an encryption in CBC mode.
  private func authenticationCode(_ plain: Data, _ nonce: Data, _ additional: Data) throws -> Data {
    var blocks = Data(capacity: plain.count + 64)
    blocks.append(0x40 | UInt8((tagLength - 2) / 2) << 3 | 2)
    blocks.append(nonce)
    for shift in [16, 8, 0] { blocks.append(UInt8(truncatingIfNeeded: plain.count >> shift)) }
    blocks.append(UInt8(additional.count >> 8))
    blocks.append(UInt8(truncatingIfNeeded: additional.count))
    blocks.append(additional)
    Self.fill(&blocks)
    blocks.append(plain)
    Self.fill(&blocks)
    let vector = try AES._CBC.IV(ivBytes: [UInt8](repeating: 0, count: 16))
    return try AES._CBC.encrypt(blocks, using: key, iv: vector, noPadding: true).suffix(16)
  }

  private static func fill(_ blocks: inout Data) {
    let excess = blocks.count % 16
    if excess > 0 { blocks.append(Data(count: 16 - excess)) }
  }
}
