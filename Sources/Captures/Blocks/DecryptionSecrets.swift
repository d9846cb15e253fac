/// The secrets of TLS connections in a pcapng file: blocks of type 10 whose content is an NSS key log.
///
/// They stand before the packets that need them. Source: draft-ietf-opsawg-pcapng section 4.7.
enum DecryptionSecrets {
  /// `TLSK`: lines of a label, a client random and a secret (draft-ietf-tls-keylogfile).
  static let keyLogType: UInt32 = 0x544C_534B

  /// The key log in a block's body in little-endian order, or nil where it holds something else.
  static func keyLog(in body: [UInt8]) -> ArraySlice<UInt8>? {
    guard body.count >= 8, word(body, 0) == keyLogType else { return nil }
    let length = Int(word(body, 4))
    return body.count - 8 >= length ? body[8..<8 + length] : nil
  }

  private static func word(_ body: [UInt8], _ at: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(body[at + $1]) << (8 * UInt32($1)) }
  }
}

extension CaptureBlock {
  /// A decryption secrets block with lines of an NSS key log, which Wireshark and tshark use without being asked.
  public static func keyLog(_ lines: [UInt8]) -> CaptureBlock {
    var body: [UInt8] = []
    for number in [DecryptionSecrets.keyLogType, UInt32(clamping: lines.count)] {
      for shift in stride(from: 0, to: 32, by: 8) { body.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
    }
    return .opaque(type: BlockType.secrets, body: body + lines)
  }

  /// Whether it holds secrets, with which packets can be decrypted.
  public var holdsSecrets: Bool {
    if case .opaque(type: BlockType.secrets, _) = self { true } else { false }
  }
}
