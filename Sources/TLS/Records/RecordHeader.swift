import Wire

/// The first five bytes of a record (RFC 8446 section 5.1).
struct RecordHeader {
  static let length = 5
  /// The longest content of a record, with what encryption may add (RFC 5246 section 6.2.3).
  static let longestContent = 1 << 14 + 2048

  let type: ContentType
  let version: UInt16
  let contentLength: Int

  var recordLength: Int { Self.length + contentLength }

  /// - Returns: nil if these bytes are no header of a record.
  init?(_ bytes: Span<UInt8>, _ start: Int) {
    guard bytes.count - start >= Self.length else { return nil }
    type = ContentType(rawValue: bytes[start])
    version = bytes.uint16(at: start + 1)
    contentLength = Int(bytes.uint16(at: start + 3))
    guard (20...24).contains(type.rawValue), version >> 8 == 3, version & 0xFF <= 4,
      contentLength <= Self.longestContent
    else { return nil }
  }

  /// Whether the bytes from `start` can be the beginning of a header, as far as they go.
  static func canBegin(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
    if bytes.count - start >= length { return RecordHeader(bytes, start) != nil }
    if bytes.count > start, !(20...24).contains(bytes[start]) { return false }
    if bytes.count > start + 1, bytes[start + 1] != 3 { return false }
    return bytes.count <= start + 2 || bytes[start + 2] <= 4
  }
}
