import TextOutput
import Wire

extension PacketListing {
  /// Appends a control message of the routing protocol for low-power networks (RFC 6550 section 6).
  ///
  /// - Parameter start: where the message's own fields begin, after type, code and checksum.
  mutating func appendRPL(_ code: UInt8, _ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    guard code & 0x80 == 0 else { return text.append(", (SEC) [worktodo]") }
    text.append(", (CLR)")
    let length = UInt32(truncatingIfNeeded: length)
    let isVerbose = options.verbosity > 0
    switch code {
    case 0: text.append("DODAG Information Solicitation")
    case 1:
      text.append("DODAG Information Object")
      if isVerbose { try appendDODAGInformation(bytes, at: start, length: length) }
    case 2:
      text.append("Destination Advertisement Object")
      if isVerbose { try appendDestinationAdvertisement(bytes, at: start, length: length) }
    case 3:
      text.append("Destination Advertisement Object Ack")
      if isVerbose { try appendAdvertisementAck(bytes, at: start, length: length) }
    default: text.append("RPL message, unknown code ", code)
    }
  }

  private mutating func appendDODAGInformation(
    _ bytes: Span<UInt8>, at start: Int, length: UInt32
  ) throws(Truncation) {
    guard length >= 24 else {
      text.append(" [length ", length)
      text.append(" < 24]")
      return appendInvalid()
    }
    text.append(" [dagid:", try bytes.ipv6Address(start + 8))
    text.append(",seq:", bytes[start + 5])
    text.append(",instance:", bytes[start])
    text.append(",rank:", bytes.uint16(at: start + 2))
    let preference = bytes[start + 4]
    text.append(preference & 0x80 != 0 ? ",grounded,mop:" : ",mop:")
    let mode = Int(preference >> 3 & 7)
    let modes = ["nonstoring", "storing", "nonstoring-multicast", "storing-multicast"]
    if mode < modes.count { text.append(modes[mode]) } else { text.append("mop", UInt8(mode)) }
    text.append(",prf:", preference & 7)
    text.append("]")
    try appendRPLOptions(bytes, at: start + 24, length: length - 24)
  }

  private mutating func appendDestinationAdvertisement(
    _ bytes: Span<UInt8>, at start: Int, length: UInt32
  ) throws(Truncation) {
    guard bytes.has(20, at: start) else { return appendTruncation() }
    let flags = bytes[start + 1]
    let hasIdentifier = flags & 0x40 != 0
    let headerLength: UInt32 = hasIdentifier ? 20 : 4
    guard length >= headerLength else { return text.append(" [|length too short]") }
    try appendDODAG(bytes, at: start, hasIdentifier: hasIdentifier)
    text.append(",seq:", bytes[start + 3])
    text.append(",instance:", bytes[start])
    if flags & 0x80 != 0 { text.append(",acK") }
    if hasIdentifier { text.append(",Dagid") }
    text.append(",")
    text.append(hexadecimalByte: flags)
    text.append("]")
    try appendRPLOptions(bytes, at: start + Int(headerLength), length: length - headerLength)
  }

  private mutating func appendAdvertisementAck(
    _ bytes: Span<UInt8>, at start: Int, length: UInt32
  ) throws(Truncation) {
    guard bytes.has(4, at: start) else { return appendTruncation() }
    guard length >= 4 else { return text.append(" [|dao-length too short]") }
    let hasIdentifier = bytes[start + 1] & 0x80 != 0
    let headerLength: UInt32 = hasIdentifier ? 20 : 4
    guard bytes.has(Int(headerLength), at: start) else { return appendTruncation() }
    guard length >= headerLength else { return text.append(" [|dao-length too short]") }
    try appendDODAG(bytes, at: start, hasIdentifier: hasIdentifier)
    text.append(",seq:", bytes[start + 2])
    text.append(",instance:", bytes[start])
    text.append(",status:", bytes[start + 3])
    text.append("]")
    try appendRPLOptions(bytes, at: start + Int(headerLength), length: length - headerLength)
  }

  private mutating func appendDODAG(_ bytes: Span<UInt8>, at start: Int, hasIdentifier: Bool) throws(Truncation) {
    guard hasIdentifier else { return text.append(" [dagid:<elided>") }
    text.append(" [dagid:", try bytes.ipv6Address(start + 4))
  }

  /// RFC 6550 section 6.7; only with `-vv`.
  private mutating func appendRPLOptions(_ bytes: Span<UInt8>, at start: Int, length: UInt32) throws(Truncation) {
    guard options.verbosity > 1 else { return }
    var offset = start
    var rest = Int(length)
    while rest > 0 {
      let type = try bytes.get8(offset)
      if type == 0 {
        text.append(" opt:pad1")
        offset += 1
        rest -= 1
        continue
      }
      guard rest >= 2 else { return appendTruncation() }
      let optionLength = Int(try bytes.get8(offset + 1)) + 2
      text.append(" opt:")
      appendRPLOptionName(type)
      text.append(" len:")
      text.append(length: optionLength)
      text.append(" ")
      guard bytes.has(optionLength, at: offset), rest >= optionLength else { return appendTruncation() }
      if options.verbosity > 2 {
        text.appendHexadecimal(bytes.extracting((offset + 2)..<(offset + optionLength)), prefix: " ")
      }
      offset += optionLength
      rest -= optionLength
    }
  }

  private mutating func appendRPLOptionName(_ type: UInt8) {
    switch type {
    case 1: text.append("padN")
    case 2: text.append("metrics")
    case 3: text.append("routinginfo")
    case 4: text.append("config")
    case 5: text.append("rpltarget")
    case 6: text.append("transitinfo")
    case 8: text.append("destprefix")
    case 9: text.append("rpltargetdesc")
    default: text.append("subopt:", type)
    }
  }
}
