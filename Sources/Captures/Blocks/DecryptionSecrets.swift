/// The secrets of TLS connections in a pcapng file: blocks of type 10 whose content is an NSS key log.
///
/// They stand before the packets that need them. Source: draft-ietf-opsawg-pcapng section 4.7.
public enum DecryptionSecrets {
  /// `TLSK`: lines of a label, a client random and a secret (draft-ietf-tls-keylogfile).
  static let keyLogType: UInt32 = 0x544C_534B

  /// The key log in a block's body in little-endian order, or nil where it holds something else.
  static func keyLog(in body: [UInt8]) -> ArraySlice<UInt8>? {
    guard body.count >= 8, word(body, 0) == keyLogType else { return nil }
    let length = Int(word(body, 4))
    return body.count - 8 >= length ? body[8..<8 + length] : nil
  }

  /// A pcapng file without its secrets, for those who may see its packets only as they crossed the wire.
  ///
  /// - Parameter file: the bytes of a file in little-endian order, as this package writes it.
  /// - Returns: nil if the bytes are not such a file.
  public static func removed(from file: [UInt8]) -> [UInt8]? {
    var kept: [UInt8] = []
    kept.reserveCapacity(file.count)
    var place = 0
    while place < file.count {
      // A block is its type, its length, its content, and its length again (draft-ietf-opsawg-pcapng section 3.1).
      guard file.count - place >= 12 else { return nil }
      let (type, length) = (word(file, place), Int(word(file, place + 4)))
      guard length >= 12, length % 4 == 0, length <= file.count - place else { return nil }
      guard type != BlockType.section || word(file, place + 8) == BlockType.byteOrderMark else { return nil }
      if type != BlockType.secrets { kept += file[place..<place + length] }
      place += length
    }
    return kept
  }

  private static func word(_ bytes: [UInt8], _ at: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) }
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
