/// The header of a DTLS record (RFC 6347 section 4.1). DTLS 1.3 has it in the records that are not encrypted, too (RFC 9147 section 4).
public struct DTLSRecordHeader: Hashable, Sendable {
  /// 13 bytes.
  public static let length: Int = 13
  /// DTLS 1.0, 1.2 and 1.3, and 1.0 as OpenSSL had it before its version 0.9.8f.
  public static let versions: [UInt16] = [0xFEFF, 0xFEFD, 0xFEFC, 0x0100]
  /// The longest content, with what encryption may add.
  private static let longest = 1 << 14 + 2048

  /// Such as 22 for handshake messages.
  public var contentType: UInt8
  /// The version of the record, which in DTLS 1.3 is that of 1.2.
  public var version: UInt16
  /// The number of the keys; 0 before there are any.
  public var epoch: UInt16
  /// The number of the record in its epoch, 48 bits.
  public var sequenceNumber: UInt64
  /// How many bytes follow the header.
  public var contentLength: Int

  /// Nil unless a header is at `offset` whose content type, version and length are possible. A record with a connection ID (RFC 9146), type 25, is
  /// none: its header is longer, and only the hellos say by how much.
  public init?(_ bytes: Span<UInt8>, at offset: Int) {
    guard offset >= 0, bytes.count - offset >= Self.length else { return nil }
    contentType = bytes[offset]
    version = bytes.uint16(at: offset + 1)
    epoch = bytes.uint16(at: offset + 3)
    sequenceNumber = UInt64(bytes.uint16(at: offset + 5)) << 32 | UInt64(bytes.uint32(at: offset + 7))
    contentLength = Int(bytes.uint16(at: offset + 11))
    guard (20...24).contains(contentType) || contentType == 26, Self.versions.contains(version),
      contentLength <= Self.longest
    else { return nil }
  }

  /// True if an encrypted record of DTLS 1.3 begins with this byte, which any other protocol may have, too (RFC 9147 section 4).
  public static func isUnified(_ byte: UInt8) -> Bool { byte & 0xE0 == 0x20 }

  /// True if the bytes from `offset` to their end are records: the first has a header, each of the others a header, the first bytes of one, or
  /// that of an encrypted record of DTLS 1.3. The last one may be cut off.
  public static func isDatagram(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    guard var header = DTLSRecordHeader(bytes, at: offset) else { return false }
    var position = offset
    while true {
      position += length + header.contentLength
      guard bytes.count - position >= length, !isUnified(bytes[position]) else { return true }
      guard let next = DTLSRecordHeader(bytes, at: position) else { return false }
      header = next
    }
  }
}
