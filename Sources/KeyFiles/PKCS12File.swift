internal import SwiftASN1

/// The private keys of a PKCS #12 file (RFC 7292).
///
/// Its keys are encrypted one by one, and are found without a password. Its integrity (MacData) is not checked: a key that cannot be
/// decrypted says that the password is wrong.
enum PKCS12File {
  private static let data: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 1]
  private static let keyBag: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 12, 10, 1, 1]
  private static let shroudedKeyBag: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 12, 10, 1, 2]

  static func privateKeys(in bytes: [UInt8]) throws(KeyFileProblem) -> [PEMBlock] {
    let blocks: [PEMBlock]
    do {
      // Windows and NSS write BER.
      let file = try members(of: BER.parse(bytes))
      guard file.count >= 2, case .primitive = file[0].content else { throw KeyFileProblem.broken }
      let safes = try contents(of: file[1]).map { try members(of: BER.parse($0)) } ?? []
      blocks = try safes.flatMap { safe in
        // Certificates usually are in a safe that is encrypted as a whole, of another type.
        try contents(of: safe).map { try members(of: BER.parse($0)).compactMap(block) } ?? []
      }
    } catch {
      throw .broken
    }
    guard !blocks.isEmpty else { throw .noRSAKey }
    return blocks
  }

  /// The octets of a ContentInfo of type `data`; nil for another type.
  private static func contents(of info: ASN1Node) throws -> ArraySlice<UInt8>? {
    let parts = try members(of: info)
    guard let type = parts.first else { throw KeyFileProblem.broken }
    guard try ASN1ObjectIdentifier(berEncoded: type) == data else { return nil }
    guard parts.count == 2, let octets = try members(of: parts[1]).first else { throw KeyFileProblem.broken }
    return try ASN1OctetString(berEncoded: octets).bytes
  }

  /// The key of a SafeBag; nil if it is a certificate or something else.
  private static func block(_ bag: ASN1Node) throws -> PEMBlock? {
    let parts = try members(of: bag)
    guard parts.count >= 2, let value = try members(of: parts[1]).first else { throw KeyFileProblem.broken }
    switch try ASN1ObjectIdentifier(berEncoded: parts[0]) {
    case keyBag: return PEMBlock(der: value.encodedBytes, isEncrypted: false)
    case shroudedKeyBag: return PEMBlock(der: value.encodedBytes, isEncrypted: true)
    default: return nil
    }
  }

  private static func members(of node: ASN1Node) throws -> [ASN1Node] {
    guard case .constructed(let nodes) = node.content else { throw KeyFileProblem.broken }
    return Array(nodes)
  }
}
