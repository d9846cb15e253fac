import TextOutput
import Wire

extension PacketListing {
  /// Appends PPP over Ethernet (RFC 2516); gives the length of its headers.
  @discardableResult
  mutating func appendPPPoE(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) -> Int {
    layer = "pppoe"
    guard length >= 6 else {
      appendTooShort(" (length ", length)
      text.append(" < 6)")
      appendInvalid()
      return 0
    }
    try bytes.require(6, at: start)
    let (first, code, session) = (bytes[start], bytes[start + 1], bytes.uint16(at: start + 2))
    var claimed = Int(bytes.uint16(at: start + 4))
    if first >> 4 != 1 {
      text.append(" [ver ", first >> 4)
      text.append("]")
    }
    if first & 15 != 1 {
      text.append(" [type ", first & 15)
      text.append("]")
    }
    text.append("PPPoE ")
    if let name = Self.pppoeNames[code] { text.append(name) } else { text.append("PAD-", hexadecimal: UInt32(code)) }
    if code == 0x09, claimed > 1478 { appendLength(" [len ", claimed, "!]") }
    if claimed > length - 6 {
      text.append(" [len ")
      text.append(length: claimed)
      appendLength(" > ", length - 6, "!]")
      claimed = length - 6
    }
    if session != 0 {
      text.append(" [ses 0x", hexadecimal: UInt32(session))
      text.append("]")
    }
    if code != 0 {
      try appendPPPoETags(bytes, start + 6..<start + 6 + claimed)
      return 6
    }
    text.append(" ")
    return 6 + (try appendPPP(bytes, at: start + 6, length: claimed))
  }

  private mutating func appendLength(_ words: String, _ length: Int, _ end: String) {
    text.append(words)
    text.append(length: length)
    text.append(end)
  }

  private static let pppoeNames: [UInt8: String] = [
    0x09: "PADI", 0x07: "PADO", 0x19: "PADR", 0x65: "PADS", 0xA7: "PADT", 0: "",
  ]

  private mutating func appendPPPoETags(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(Truncation) {
    var (position, type) = (range.lowerBound, UInt16(0xFFFF))
    while type != 0, position < range.upperBound {
      type = try bytes.get16(position)
      let length = Int(try bytes.get16(position + 2))
      position += 4
      try bytes.require(length, at: position)
      text.append(" [")
      if let name = Self.pppoeTagNames[type] {
        text.append(name)
      } else {
        text.append("TAG-0x", hexadecimal: UInt32(type))
      }
      if length > 0 { appendPPPoEValue(bytes, position..<position + length) }
      text.append("]")
      position += length
    }
  }

  /// Mostly printable values are text, of which 79 characters are shown; others are hexadecimal.
  private mutating func appendPPPoEValue(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let shown = range.prefix(79)
    let printable = shown.count { 0x20...0x7E ~= bytes[$0] }
    if printable > shown.count - printable {
      text.append(" \"")
      for offset in shown { text.append(byte: 0x20...0x7E ~= bytes[offset] ? bytes[offset] : 0x2E) }
      text.append("\"")
    } else {
      text.append(" 0x")
      for offset in range { text.append(upperHexadecimalByte: bytes[offset]) }
    }
  }

  private static let pppoeTagNames: [UInt16: String] = [
    0: "EOL", 0x0101: "Service-Name", 0x0102: "AC-Name", 0x0103: "Host-Uniq", 0x0104: "AC-Cookie",
    0x0105: "Vendor-Specific", 0x0110: "Relay-Session-ID", 0x0120: "PPP-Max-Payload", 0x0201: "Service-Name-Error",
    0x0202: "AC-System-Error", 0x0203: "Generic-Error",
  ]
}

extension TextBuffer {
  /// `%02X`.
  mutating func append(upperHexadecimalByte byte: UInt8) {
    for digit in [byte >> 4, byte & 15] { append(byte: digit < 10 ? 0x30 + digit : 0x37 + digit) }
  }
}
