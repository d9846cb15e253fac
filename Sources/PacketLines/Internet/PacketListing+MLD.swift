import TextOutput
import Wire

extension PacketListing {
  /// Appends a multicast listener message (RFC 2710, RFC 3810).
  mutating func appendListenerMessage(
    _ type: UInt8, _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) {
    switch type {
    case 130 where length == 24, 131, 132: try appendMLD(bytes, at: start)
    case 130 where length >= 28:
      text.append(" v2")
      try appendMLDv2Query(bytes, at: start, length: length)
    case 130:
      text.append(" unknown-version (len ")
      text.append(length: length)
      text.append(") ")
    default: try appendMLDv2Report(bytes, at: start, length: length)
    }
  }

  private mutating func appendMLD(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) {
    guard bytes.has(24, at: start) else { return }
    text.append("max resp delay: ")
    text.append(bytes.uint16(at: start + 4))
    text.append(" addr: ", try bytes.ipv6Address(start + 8))
  }

  private mutating func appendMLDv2Report(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    guard length >= 8 else { return appendLength(" [invalid len ", length) }
    try appendGroupRecords(bytes, at: start, length: length, areIPv6: true)
  }

  private mutating func appendMLDv2Query(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    let code = UInt64(try bytes.get16(start + 4))
    if options.verbosity > 0 {
      text.append(" [max resp delay=")
      text.append(decimal: code < 32768 ? code : (code & 0xFFF | 0x1000) << ((code & 0x7000) >> 12 + 3))
      text.append("]")
    }
    text.append(" [gaddr ", try bytes.ipv6Address(start + 8))
    if options.verbosity > 0 {
      let flags = try bytes.get8(start + 24)
      if flags & 8 != 0 { text.append(" sflag") }
      if flags & 7 != 0 {
        text.append(" robustness=")
        text.append(flags & 7)
      }
      let interval = UInt64(try bytes.get8(start + 25))
      text.append(" qqi=")
      text.append(decimal: interval < 128 ? interval : (interval & 0xF | 0x10) << ((interval & 0x70) >> 4 + 3))
    }
    try appendQueriedSources(bytes, at: start + 28, length: length - 28, areIPv6: true)
  }
}
