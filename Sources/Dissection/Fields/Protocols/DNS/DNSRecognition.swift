import Wire

/// Whether bytes are a DNS message, all of them and nothing else (RFC 1035 section 4).
enum DNSRecognition {
  static func isMessage(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
    guard bytes.count - start >= 17, bytes.count - start <= 4096 else { return false }
    let flags = bytes.uint16(at: start + 2)
    let isResponse = flags & 0x8000 != 0
    let counts = (0..<4).map { Int(bytes.uint16(at: start + 4 + $0 * 2)) }
    // One question, a plain query or a response with a known result, and the reserved bit clear.
    guard counts[0] == 1, flags & 0x7800 == 0, flags & 0x0040 == 0, flags & 15 <= 5, isResponse || counts[1] == 0,
      counts[1] + counts[2] + counts[3] <= 64
    else { return false }
    var position = start + 12
    guard skipName(bytes, &position), position + 4 <= bytes.count else { return false }
    guard [1, 3, 4, 255].contains(bytes.uint16(at: position + 2) & 0x7FFF), bytes.uint16(at: position) != 0 else {
      return false
    }
    position += 4
    for _ in 0..<counts[1] + counts[2] + counts[3] {
      guard skipName(bytes, &position), position + 10 <= bytes.count else { return false }
      position += 10 + Int(bytes.uint16(at: position + 8))
      guard position <= bytes.count else { return false }
    }
    return position == bytes.count
  }

  /// Goes past a name of labels, or one that ends in a pointer.
  private static func skipName(_ bytes: Span<UInt8>, _ position: inout Int) -> Bool {
    let limit = position + 255
    while position < min(bytes.count, limit) {
      let length = Int(bytes[position])
      if length & 0xC0 == 0xC0 {
        position += 2
        return position <= bytes.count
      }
      guard length < 64 else { return false }
      position += 1 + length
      if length == 0 { return true }
    }
    return false
  }
}
