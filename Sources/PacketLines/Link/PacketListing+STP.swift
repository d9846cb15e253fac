import TextOutput
import Wire

extension PacketListing {
  /// Appends a BPDU of a spanning tree (IEEE 802.1D); of multiple spanning trees the first line.
  mutating func appendSTP(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "stp"
    guard length >= 4 else { return appendInvalid() }
    guard try bytes.get16(start) == 0 else { return appendTooShort("unknown STP version, length ", length) }
    let version = try bytes.get8(start + 2)
    text.append("STP ")
    switch version {
    case 0: text.append("802.1d")
    case 2: text.append("802.1w")
    case 3: text.append("802.1s")
    case 4: text.append("802.1aq")
    default:
      text.append("Unknown STP protocol (0x")
      text.append(hexadecimalByte: version)
      return text.append(")")
    }
    let type = try bytes.get8(start + 3)
    switch type {
    case 0:
      text.append(", Config")
      guard length >= 35 else { return appendInvalid() }
      try appendConfiguration(bytes, at: start, length: length, version)
    case 2:
      text.append(", Rapid STP")
      if version == 2 {
        guard length >= 36 else { return appendInvalid() }
        try appendConfiguration(bytes, at: start, length: length, version)
      } else if version > 2 {
        try appendMultiple(bytes, at: start, length: length)
      }
    case 0x80: text.append(", Topology Change")
    default:
      text.append(", Unknown BPDU Type (0x")
      text.append(hexadecimalByte: type)
      text.append(")")
    }
  }

  private static let bridgeFlags: [(UInt32, String)] = [
    (0x01, "Topology change"), (0x02, "Proposal"), (0x10, "Learn"), (0x20, "Forward"), (0x40, "Agreement"),
    (0x80, "Topology change ACK"),
  ]

  private mutating func appendConfiguration(
    _ bytes: Span<UInt8>, at start: Int, length: Int, _ version: UInt8
  ) throws(Truncation) {
    let flags = try bytes.get8(start + 4)
    text.append(", Flags [")
    appendFlagNames(UInt32(flags), Self.bridgeFlags)
    text.append("]")
    try bytes.require(8, at: start + 17)
    let port = try bytes.get16(start + 25)
    text.append(", bridge-id ")
    appendBridge(bytes, at: start + 17)
    text.append(".", hexadecimal: UInt32(port), paddedTo: 4)
    text.append(", length ")
    text.append(length: length)
    guard options.verbosity > 0 else { return }
    var times: [UInt16] = []
    for index in 0..<4 { times.append(try bytes.get16(start + 27 + index * 2)) }
    for (words, time) in zip(["\n\tmessage-age ", ", max-age ", ", hello-time ", ", forwarding-delay "], times) {
      text.append(words)
      appendSeconds(time)
    }
    try bytes.require(8, at: start + 5)
    let cost = try bytes.get32(start + 13)
    text.append("\n\troot-id ")
    appendBridge(bytes, at: start + 5)
    text.append(", root-pathcost ", cost)
    guard version == 2 else { return }
    text.append(", port-role ")
    text.append(["Unknown", "Alternate", "Root", "Designated"][Int(flags >> 2 & 3)])
  }

  private mutating func appendMultiple(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    guard length >= 102, try bytes.get8(start + 35) == 0, length >= 36 + 2 + Int(try bytes.get16(start + 36)) else {
      return appendInvalid()
    }
    let flags = try bytes.get8(start + 4)
    text.append(", CIST Flags [")
    appendFlagNames(UInt32(flags), Self.bridgeFlags)
    text.append("], length ")
    text.append(length: length)
  }

  /// A priority, a point and an address, whose bytes were checked to be there.
  private mutating func appendBridge(_ bytes: Span<UInt8>, at offset: Int) {
    text.append(hexadecimal: UInt32(bytes.uint16(at: offset)), paddedTo: 4)
    text.append(".")
    text.append(MACAddress(rawValue: bytes.uint48(at: offset + 2)))
  }

  /// `%.2fs` of 1/256 of a second; halves go to the even digit.
  private mutating func appendSeconds(_ time: UInt16) {
    let scaled = UInt32(time) * 100
    let (whole, rest) = (scaled >> 8, scaled & 0xFF)
    let cents = whole + (rest > 128 || (rest == 128 && whole & 1 == 1) ? 1 : 0)
    text.append(cents / 100)
    text.append(".")
    text.append(decimal: UInt64(cents % 100), paddedTo: 2)
    text.append("s")
  }
}
