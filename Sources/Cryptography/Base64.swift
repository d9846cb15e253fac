internal import CCrypto

/// Base64 (RFC 4648 section 4), and the text that is made with it.
package enum Base64 {
  package static func text(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: bytes.count / 3 * 4 + 5) { text in
      Int(EVP_EncodeBlock(text.baseAddress, bytes, Int32(bytes.count)))
    }
  }

  /// A block of PEM (RFC 7468), with lines of 64 characters and a line feed at its end.
  package static func pem(_ label: String, _ der: [UInt8]) -> String {
    let lines = stride(from: 0, to: der.count, by: 48).map { text(Array(der[$0..<min($0 + 48, der.count)])) + "\n" }
    return "-----BEGIN \(label)-----\n\(lines.joined())-----END \(label)-----\n"
  }
}
