import Wire

/// The outer layer of TLS (RFC 8446 section 5.1).
enum TLSRecord {
  static let types: ClosedRange<UInt8> = 20...24
  /// The longest content of a record, with what encryption may add.
  static let longest = 1 << 14 + 2048

  /// Whether a packet begins with a record, or with the beginning of one, of a kind that opens a conversation or that is
  /// followed by another record.
  static func isLikely(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
    guard let length = length(bytes, start) else { return false }
    let next = start + 5 + length
    switch bytes[start] {
    case 22:
      // A hello, whose message is in one record nearly always.
      guard bytes.count > start + 5 else { return true }
      return bytes[start + 5] == 1 || bytes[start + 5] == 2 || next == bytes.count || self.length(bytes, next) != nil
    case 20, 21:
      return (length == 1 || length == 2) && (next >= bytes.count || self.length(bytes, next) != nil)
    default:
      return length > 0 && (next >= bytes.count || self.length(bytes, next) != nil)
    }
  }

  /// What the header at `start` says of the content's length; nil if it is none.
  private static func length(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    guard start >= 0, bytes.count >= start + 5, types.contains(bytes[start]), bytes[start + 1] == 3,
      bytes[start + 2] <= 4
    else { return nil }
    let length = Int(bytes.uint16(at: start + 3))
    return length <= longest ? length : nil
  }

  /// As a tree names a version.
  static func name(_ version: UInt16) -> String {
    switch version {
    case 0x0300: "SSLv3"
    case 0x0301: "TLSv1"
    case 0x0302: "TLSv1.1"
    case 0x0303: "TLSv1.2"
    case 0x0304: "TLSv1.3"
    case 0xFEFF: "DTLSv1.0"
    case 0xFEFD: "DTLSv1.2"
    case 0xFEFC: "DTLSv1.3"
    default: "TLS"
    }
  }
}
