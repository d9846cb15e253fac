internal import Cryptography

/// A private key in PEM (RFC 7468, RFC 1421).
struct PEMBlock {
  var text: String
  var isEncrypted: Bool

  init(text: String, isEncrypted: Bool) {
    self.text = text
    self.isEncrypted = isEncrypted
  }

  /// - Parameter der: the contents of PKCS #8's PrivateKeyInfo or EncryptedPrivateKeyInfo (RFC 5958).
  init(der: [UInt8], isEncrypted: Bool) {
    let label = isEncrypted ? "ENCRYPTED PRIVATE KEY" : "PRIVATE KEY"
    self.init(text: Base64.pem(label, der), isEncrypted: isEncrypted)
  }
}

/// The blocks of a file in PEM.
enum PEMBlocks {
  private static let begin = "-----BEGIN "

  /// Whether a file has a line that begins a block. Text may precede it: OpenSSL writes the attributes of a key there.
  static func isBegun(by bytes: [UInt8]) -> Bool {
    let beginning = bytes.prefix(64 << 10)
    return beginning.split(separator: 0x0A).contains { $0.starts(with: begin.utf8) }
  }

  /// The private keys, without certificates and other things.
  /// - Throws: `KeyFileProblem.noRSAKey` if there are none.
  static func privateKeys(in bytes: [UInt8]) throws(KeyFileProblem) -> [PEMBlock] {
    var blocks: [PEMBlock] = []
    var block: [Substring] = []
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      if line.hasPrefix(begin) { block = [] } else if block.isEmpty { continue }
      block.append(line)
      guard line.hasPrefix("-----END ") else { continue }
      if let label = block.first, label.hasSuffix("PRIVATE KEY-----") { blocks.append(PEMBlock(lines: block)) }
      block = []
    }
    guard !blocks.isEmpty else { throw .noRSAKey }
    return blocks
  }
}

extension PEMBlock {
  fileprivate init(lines: [Substring]) {
    let isTraditional = lines.contains { $0.hasPrefix("Proc-Type:") && $0.contains("ENCRYPTED") }
    // The headers of RFC 1421 end with an empty line.
    var text = ""
    for (index, line) in lines.enumerated() {
      text += line + "\n"
      let isHeader = { (line: Substring) in line.contains(":") }
      if isHeader(line), index + 1 < lines.count, !isHeader(lines[index + 1]) { text += "\n" }
    }
    self.init(text: text, isEncrypted: isTraditional || lines.first?.contains("ENCRYPTED") == true)
  }
}
