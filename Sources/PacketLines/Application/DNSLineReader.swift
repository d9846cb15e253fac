import Wire

/// Where the reading of a DNS message for its line stands.
struct DNSLineReader {
  /// Where the message begins: names point from there.
  var message: Int
  var position: Int
  var isMulticast: Bool

  init(message: Int, position: Int, isMulticast: Bool) {
    self.message = message
    self.position = position
    self.isMulticast = isMulticast
  }

  /// Moves past a name without reading it.
  mutating func skipName(_ bytes: Span<UInt8>) throws(DNSLineEnd) {
    guard bytes.has(1, at: position) else { throw .unreadable }
    var length = Int(bytes[position])
    position += 1
    while length != 0 {
      switch length & 0xC0 {
      case 0xC0:
        position += 1
        return
      case 0x40:
        guard length & 0x3F == 1, bytes.has(1, at: position) else { throw .unreadable }
        let bits = bytes[position] == 0 ? 256 : Int(bytes[position])
        position += 1 + (bits + 7) / 8
      case 0x80: throw .unreadable
      default: position += length
      }
      guard bytes.has(1, at: position) else { throw .unreadable }
      length = Int(bytes[position])
      position += 1
    }
  }

  /// The response code with the upper bits that an OPT record adds (RFC 6891 section 6.1.3), where that can be found.
  func extendedResponseCode(_ header: DNSHeader, _ bytes: Span<UInt8>) throws(DNSLineEnd) -> UInt16 {
    var probe = self
    let code = UInt16(header.responseCode)
    let counts = [header.questionCount, header.answerCount, header.authorityCount, header.additionalCount].map(Int.init)
    for index in 0..<counts.reduce(0, +) {
      do throws(DNSLineEnd) {
        try probe.skipName(bytes)
      } catch {
        return code
      }
      if index < counts[0] {
        probe.position += 4
      } else {
        let isAdditional = index >= counts[0] + counts[1] + counts[2]
        if isAdditional {
          guard bytes.has(2, at: probe.position) else { return code }
          if bytes.uint16(at: probe.position) == DNSRecordType.opt.rawValue {
            guard bytes.has(1, at: probe.position + 4) else { return code }
            return code | UInt16(bytes[probe.position + 4]) << 4
          }
        }
        guard bytes.has(2, at: probe.position + 8) else { return code }
        probe.position += 10 + Int(bytes.uint16(at: probe.position + 8))
      }
      guard probe.position < bytes.count else { return code }
    }
    return code
  }
}
