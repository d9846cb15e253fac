import TextOutput
import Wire

extension PacketListing {
  /// Appends the version with which a side of SSH begins (RFC 4253 section 4.2); nothing of what follows.
  mutating func appendSSH(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "ssh"
    var offset = start
    for letter: UInt8 in [0x53, 0x53, 0x48, 0x2D] {
      guard try bytes.get8(offset) == letter else { return }
      offset += 1
    }
    let end = start + length
    while offset < end {
      let byte = try bytes.get8(offset)
      if byte == 0x0A { break }
      if byte == 0x0D {
        guard offset + 1 < end, try bytes.get8(offset + 1) == 0x0A else { return }
        break
      }
      guard (0x20...0x7E).contains(byte) else { return }
      offset += 1
    }
    guard offset < end else { return }
    text.append(": SSH: ")
    text.append(bytes.extracting(start..<offset))
  }
}
