import RecordCiphers

/// A version of QUIC, as a long header has it.
public struct QUICVersion: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// What a Version Negotiation packet has in place of a version (RFC 9000 section 17.2.1).
  public static let negotiation = QUICVersion(rawValue: 0)
  /// QUIC version 1 (RFC 9000).
  public static let v1 = QUICVersion(rawValue: 1)
  /// QUIC version 2 (RFC 9369).
  public static let v2 = QUICVersion(rawValue: 0x6B33_43CF)

  /// The number of the draft of version 1, from 29 to 34; nil for other versions. Earlier drafts are not read.
  public var draft: UInt8? {
    guard rawValue >> 8 == 0xFF_0000, 29...34 ~= rawValue & 0xFF else { return nil }
    return UInt8(rawValue & 0xFF)
  }

  /// Whether its packets are read beyond what all versions have in common.
  public var isRead: Bool { self == .v1 || self == .v2 || draft != nil }

  /// Whether it is one of those that exercise version negotiation (RFC 9000 section 15).
  public var isReserved: Bool { rawValue & 0x0F0F_0F0F == 0x0A0A_0A0A }
}

extension QUICVersion: CustomStringConvertible {
  /// `1`, `2`, `draft-29`; for another version its number in hexadecimal.
  public var description: String {
    if self == .v1 { return "1" }
    if self == .v2 { return "2" }
    if let draft { return "draft-\(draft)" }
    let digits = String(rawValue, radix: 16)
    return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}

// What differs between the versions that are read.
extension QUICVersion {
  /// The salt of the Initial secrets (RFC 9001 section 5.2, RFC 9369 section 3.3.1).
  var initialSalt: [UInt8] {
    if self == .v2 { return Self.saltOfVersion2 }
    return draft.map { $0 < 33 } == true ? Self.saltOfDraft29 : Self.saltOfVersion1
  }

  /// What is before `key`, `iv`, `hp` and `ku` in the labels of keys (RFC 9001 section 5.1, RFC 9369 section 3.3.2).
  var labelPrefix: String { self == .v2 ? "quicv2 " : "quic " }

  /// The key and the nonce of Retry's tag (RFC 9001 section 5.8, RFC 9369 section 3.3.3).
  var retryKey: (key: SecretBytes, nonce: SecretBytes) {
    if self == .v2 { return Self.retryOfVersion2 }
    return draft.map { $0 < 33 } == true ? Self.retryOfDraft29 : Self.retryOfVersion1
  }

  private static let saltOfVersion1: [UInt8] = [
    0x38, 0x76, 0x2C, 0xF7, 0xF5, 0x59, 0x34, 0xB3, 0x4D, 0x17, 0x9A, 0xE6, 0xA4, 0xC8, 0x0C, 0xAD, 0xCC, 0xBB, 0x7F,
    0x0A,
  ]
  private static let saltOfVersion2: [UInt8] = [
    0x0D, 0xED, 0xE3, 0xDE, 0xF7, 0x00, 0xA6, 0xDB, 0x81, 0x93, 0x81, 0xBE, 0x6E, 0x26, 0x9D, 0xCB, 0xF9, 0xBD, 0x2E,
    0xD9,
  ]
  private static let saltOfDraft29: [UInt8] = [
    0xAF, 0xBF, 0xEC, 0x28, 0x99, 0x93, 0xD2, 0x4C, 0x9E, 0x97, 0x86, 0xF1, 0x9C, 0x61, 0x11, 0xE0, 0x43, 0x90, 0xA8,
    0x99,
  ]
  private static let retryOfVersion1 = (
    key: SecretBytes([
      0xBE, 0x0C, 0x69, 0x0B, 0x9F, 0x66, 0x57, 0x5A, 0x1D, 0x76, 0x6B, 0x54, 0xE3, 0x68, 0xC8, 0x4E,
    ]),
    nonce: SecretBytes([0x46, 0x15, 0x99, 0xD3, 0x5D, 0x63, 0x2B, 0xF2, 0x23, 0x98, 0x25, 0xBB])
  )
  private static let retryOfVersion2 = (
    key: SecretBytes([
      0x8F, 0xB4, 0xB0, 0x1B, 0x56, 0xAC, 0x48, 0xE2, 0x60, 0xFB, 0xCB, 0xCE, 0xAD, 0x7C, 0xCC, 0x92,
    ]),
    nonce: SecretBytes([0xD8, 0x69, 0x69, 0xBC, 0x2D, 0x7C, 0x6D, 0x99, 0x90, 0xEF, 0xB0, 0x4A])
  )
  private static let retryOfDraft29 = (
    key: SecretBytes([
      0xCC, 0xCE, 0x18, 0x7E, 0xD0, 0x9A, 0x09, 0xD0, 0x57, 0x28, 0x15, 0x5A, 0x6C, 0xB9, 0x6B, 0xE1,
    ]),
    nonce: SecretBytes([0xE5, 0x49, 0x30, 0xF9, 0x7F, 0x21, 0x36, 0xF0, 0x53, 0x0A, 0x8C, 0x1C])
  )
}
