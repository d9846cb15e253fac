import TextOutput
import Wire

extension PacketListing {
  /// Appends the objects after the packet in an ICMP error (RFC 4884 section 7).
  ///
  /// - Parameters:
  ///   - start: where the ICMP message begins.
  ///   - length: that of the message.
  mutating func appendICMPExtensions(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "icmp"
    let extensions = start + Self.icmpExtensionOffset
    var rest = UInt32(truncatingIfNeeded: length - Self.icmpExtensionOffset)
    guard bytes.has(5, at: extensions) else { return appendTruncation() }
    let isWhole = bytes.has(Int(rest), at: extensions)
    let isCorrect = isWhole && InternetChecksum.of(bytes, in: extensions..<(extensions + Int(rest))) == 0
    // Senders that leave the length out are known by a checksum that is right.
    if bytes[start + 5] == 0, isWhole, !isCorrect { return }
    let version = bytes[extensions] >> 4
    text.append("\n\tICMP Multi-Part extension v", version)
    guard version == 2 else { return text.append(" packet not supported") }
    if isWhole {
      text.append(", checksum 0x", hexadecimal: UInt32(bytes.uint16(at: extensions + 2)), paddedTo: 4)
      text.append(isCorrect ? " (correct), length " : " (incorrect), length ", rest)
    }
    // As in C, what is left of fewer than four bytes is a very large number.
    rest &-= 4
    var offset = extensions + 4
    while rest > 4 {
      guard bytes.has(4, at: offset) else { return appendTruncation() }
      let objectLength = UInt32(bytes.uint16(at: offset))
      let (objectClass, type) = (bytes[offset + 2], bytes[offset + 3])
      text.append(
        objectClass == 1
          ? "\n\t  MPLS Stack Entry" : objectClass == 2 ? "\n\t  Interface Identification" : "\n\t  unknown")
      text.append(" Object (", objectClass)
      text.append("), Class-Type: ", type)
      text.append(", length ", objectLength)
      offset += 4
      rest &-= 4
      guard objectClass != 0, objectLength >= 4 else { return }
      let dataLength = objectLength - 4
      if objectClass == 1, type == 1 {
        try appendLabel(bytes, at: offset)
      } else {
        appendUnknownData(bytes, at: offset, length: Int(dataLength), prefix: "\n\t    ")
      }
      guard rest >= dataLength else { return }
      rest -= dataLength
      offset += Int(dataLength)
    }
  }

  /// Where extensions begin, and the length that a message with any exceeds.
  static let icmpExtensionOffset = 136

  /// RFC 4950 section 3, RFC 3032 section 2.1.
  private mutating func appendLabel(_ bytes: Span<UInt8>, at offset: Int) throws(Truncation) {
    let entry = try bytes.get32(offset)
    text.append("\n\t    label ", entry >> 12)
    text.append(", tc ", entry >> 9 & 7)
    if entry & 0x100 != 0 { text.append(", [S]") }
    text.append(", ttl ", entry & 0xFF)
  }
}
