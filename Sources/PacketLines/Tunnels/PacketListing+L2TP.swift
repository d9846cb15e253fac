import TextOutput
import Wire

extension PacketListing {
  /// Appends a data message of L2TP (RFC 2661) and the PPP packet in it.
  mutating func appendL2TP(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "l2tp"
    let flags = try bytes.get16(start)
    guard flags & 0x0F == 2 else {
      return text.append(flags & 0x0F == 1 ? " l2f:" : " Unknown Version, neither L2F(1) nor L2TP(2)")
    }
    text.append(" l2tp:[")
    for (bit, name) in Self.l2tpFlags where flags & bit != 0 { text.append(name) }
    text.append("]")
    var position = start + 2
    var claimed: Int?
    if flags & 0x4000 != 0 {
      claimed = Int(try bytes.get16(position))
      position += 2
    }
    text.append("(", try bytes.get16(position))
    text.append("/")
    text.append("", try bytes.get16(position + 2))
    text.append(")")
    position += 4
    if flags & 0x0800 != 0 {
      text.append("Ns=", try bytes.get16(position))
      text.append(",")
      text.append("Nr=", try bytes.get16(position + 2))
      position += 4
    }
    if flags & 0x0200 != 0 {
      let padding = Int(try bytes.get16(position))
      try bytes.require(2 + padding, at: position)
      position += 2 + padding
    }
    let header = position - start
    if let claimed, length < claimed {
      return appendWrongLength(claimed, " larger than packet")
    }
    if length < header || claimed ?? header < header {
      return appendWrongLength(length < header ? length : claimed ?? length, " smaller than header length")
    }
    text.append(" {")
    try appendPPP(bytes, at: position, length: (claimed ?? length) - header)
    text.append("}")
  }

  private mutating func appendWrongLength(_ length: Int, _ words: String) {
    text.append(" Length ")
    text.append(length: length)
    text.append(words)
  }

  private static let l2tpFlags: [(UInt16, String)] = [
    (0x8000, "T"), (0x4000, "L"), (0x0800, "S"), (0x0200, "O"), (0x0100, "P"),
  ]
}

extension L2TPHeader {
  /// True if a line says more of it than its length: not of control messages, whose attributes are not read.
  static func isListed(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    !bytes.has(2, at: start) || bytes.uint16(at: start) & 0x800F != 0x8002
  }
}

extension VXLANGPEHeader {
  /// True if a network service header follows (RFC 8300), which is not read.
  static func carriesServiceHeader(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    bytes.has(8, at: start) && bytes[start + 3] == 4
  }
}
