/// Follows the record headers of one direction of a TLS connection. They are in the clear.
///
/// Source: RFC 8446 section 5.1: type, version (3, x), length, then that many bytes.
struct TLSRecordWalk: Sendable {
  static let applicationData: UInt8 = 23
  /// The longest record: 2^14 bytes plus what encryption may add (RFC 5246 section 6.2.3).
  private static let longestRecord = 16_384 + 2_048

  private var header: [UInt8] = []
  private var bytesLeft = 0
  private var isInStep = true

  /// Whether bytes can be the start of a TLS record.
  static func looksLikeRecord(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= 3 && (20...23).contains(bytes[0]) && bytes[1] == 3 && bytes[2] <= 4
  }

  /// Whether these bytes can be the start of a TLS connection: a handshake record, of which the first segment may hold
  /// only a few bytes.
  static func looksLikeHandshake(_ bytes: Span<UInt8>) -> Bool {
    !bytes.isEmpty && bytes[0] == 22 && (bytes.count < 2 || bytes[1] == 3) && (bytes.count < 3 || bytes[2] <= 4)
  }

  /// Notes that this many bytes were not seen. If they all belong to one record, the walk stays in step.
  mutating func skip(_ count: Int) {
    if count <= bytesLeft {
      bytesLeft -= count
    } else {
      isInStep = false
    }
  }

  /// Reads more bytes. Returns the number of application data records that have at least one byte among them.
  mutating func applicationRecords(in bytes: Span<UInt8>, from start: Int) -> Int {
    var count = 0
    var offset = start
    if !isInStep {
      // Most writes start a new segment, so the walk soon finds a header again.
      guard Self.looksLikeRecord(bytes) else { return 0 }
      header = []
      bytesLeft = 0
      isInStep = true
    }
    while offset < bytes.count {
      if bytesLeft > 0 {
        let step = min(bytesLeft, bytes.count - offset)
        bytesLeft -= step
        offset += step
        continue
      }
      header.append(bytes[offset])
      offset += 1
      guard header.count == 5 else { continue }
      let length = Int(header[3]) << 8 | Int(header[4])
      guard (20...23).contains(header[0]), header[1] == 3, length <= Self.longestRecord else {
        isInStep = false
        header = []
        return count
      }
      if header[0] == Self.applicationData { count += 1 }
      bytesLeft = length
      header.removeAll(keepingCapacity: true)
    }
    return count
  }
}
