/// Reads a DNS message from front to back. Every read beyond its end returns nil.
struct DNSReader {
  private let message: [UInt8]
  private(set) var offset: Int

  init(_ message: [UInt8], from offset: Int) {
    self.message = message
    self.offset = offset
  }

  mutating func readUInt8() -> UInt8? {
    guard offset < message.count else { return nil }
    defer { offset += 1 }
    return message[offset]
  }

  mutating func readUInt16() -> UInt16? {
    guard let high = readUInt8(), let low = readUInt8() else { return nil }
    return UInt16(high) << 8 | UInt16(low)
  }

  mutating func readUInt32() -> UInt32? {
    guard let high = readUInt16(), let low = readUInt16() else { return nil }
    return UInt32(high) << 16 | UInt32(low)
  }

  mutating func skip(_ count: Int) -> Bool {
    guard count <= message.count - offset else { return false }
    offset += count
    return true
  }

  /// Reads an uncompressed name, as in a question: labels of 1 to 63 bytes, 255 bytes in total (RFC 1035 2.3.4).
  mutating func readLabels() -> [String]? {
    var labels: [String] = []
    let start = offset
    while let length = readUInt8() {
      guard length != 0 else { return offset - start <= 255 ? labels : nil }
      let labelStart = offset
      guard length < 64, skip(Int(length)) else { return nil }
      labels.append(String(decoding: message[labelStart..<offset], as: UTF8.self).lowercased())
    }
    return nil
  }

  /// Skips a name that may end in a compression pointer.
  private mutating func skipName() -> Bool {
    while let length = readUInt8() {
      if length == 0 { return true }
      if length >= 0xc0 { return skip(1) }
      guard length < 64, skip(Int(length)) else { return false }
    }
    return false
  }

  /// Reads a resource record and skips its data.
  mutating func readRecord() -> (type: UInt16, ttl: UInt32)? {
    guard skipName(), let type = readUInt16(), readUInt16() != nil, let ttl = readUInt32(),
      let length = readUInt16(), skip(Int(length))
    else { return nil }
    return (type, ttl)
  }

  mutating func skipRecords(_ count: Int) -> Bool {
    for _ in 0..<count where readRecord() == nil {
      return false
    }
    return true
  }
}
