import TextOutput
import Wire

extension PacketListing {
  /// Appends a DHCPv6 message (RFC 8415 section 8).
  ///
  /// - Parameter depth: how many messages and options this one is within.
  mutating func appendDHCPv6(
    _ bytes: Span<UInt8>, at start: Int, length: Int, depth: Int = 0
  ) throws(Truncation) {
    layer = "dhcp6"
    text.append("dhcp6")
    let end = min(bytes.count, start + length)
    guard bytes.has(4, at: start) else { return appendTruncation() }
    let type = bytes[start]
    text.append(" ")
    appendDHCPv6MessageType(type)
    guard options.verbosity > 0 else { return }
    text.append(" (")
    if type == 12 || type == 13 {
      text.append("linkaddr=", try bytes.ipv6Address(start + 2))
      text.append(" peeraddr=", try bytes.ipv6Address(start + 18))
      try appendDHCPv6Options(bytes, (start + 34)..<max(start + 34, end), depth: depth)
    } else {
      text.append("xid=", hexadecimal: bytes.uint32(at: start) & 0xFF_FFFF)
      try appendDHCPv6Options(bytes, (start + 4)..<max(start + 4, end), depth: depth)
    }
    text.append(")")
  }

  /// Appends the options in `range`, each in parentheses; where they cannot be read on, it says so.
  mutating func appendDHCPv6Options(
    _ bytes: Span<UInt8>, _ range: Range<Int>, depth: Int
  ) throws(Truncation) {
    guard depth < Self.deepestNesting else { return appendTruncation() }
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard range.upperBound - offset >= 4 else { return appendTruncation() }
      let code = try bytes.get16(offset)
      let length = Int(try bytes.get16(offset + 2))
      guard range.upperBound - offset - 4 >= length else { return appendTruncation() }
      text.append(" (")
      appendDHCPv6OptionName(code)
      let data = (offset + 4)..<(offset + 4 + length)
      guard bytes.has(length, at: data.lowerBound), try appendDHCPv6Data(code, bytes, data, depth: depth)
      else { return appendTruncation() }
      text.append(")")
      offset = data.upperBound
    }
  }

  /// Appends an option's data, all of which is within `bytes`; false where a name within it cannot be read.
  private mutating func appendDHCPv6Data(
    _ code: UInt16, _ bytes: Span<UInt8>, _ data: Range<Int>, depth: Int
  ) throws(Truncation) -> Bool {
    let start = data.lowerBound
    let isShort = data.count < Self.leastDHCPv6Length(code)
    if isShort || Self.isWrongDHCPv6Length(code, data.count) {
      text.append(" ?")
      return true
    }
    switch code {
    case 1, 2: try appendDHCPv6Identifier(bytes, data)
    case 3, 4, 5, 25, 26, 44, 45: try appendDHCPv6Container(code, bytes, data, depth: depth)
    case 6, 43:
      for offset in stride(from: start, to: data.upperBound, by: 2) {
        text.append(" ")
        appendDHCPv6OptionName(bytes.uint16(at: offset))
      }
    case 7: text.append(" ", bytes[start])
    case 8: text.append(" ", bytes.uint16(at: start))
    case 9:
      text.append(" (")
      let message = bytes.extracting(bytes.range(upTo: data.upperBound))
      try appendDHCPv6(message, at: start, length: data.count, depth: depth + 1)
    case 11: try appendDHCPv6Authentication(bytes, data)
    case 13: appendDHCPv6Status(bytes.uint16(at: start))
    case 18, 38:
      text.append(" ")
      appendHexadecimal(bytes, data.prefix(10))
    case 19: appendReconfigureType(bytes[start])
    case 21, 24: return try appendDHCPv6Names(bytes, data)
    case 22, 23, 27, 28, 31, 34, 40, 48:
      for offset in stride(from: start, to: data.upperBound, by: 16) {
        text.append(" ", try bytes.ipv6Address(offset))
      }
    case 32, 46: text.append(" ", bytes.uint32(at: start))
    case 37:
      text.append(" ", bytes.uint32(at: start))
      text.append(" ")
      appendHexadecimal(bytes, data.dropFirst(4).prefix(10))
    case 41, 42, 112:
      text.append(" ")
      let end = data.first { bytes[$0] == 0 } ?? data.upperBound
      appendVisible(bytes, start..<end)
    case 47:
      text.append(" ", try bytes.ipv6Address(start))
      text.append(" ")
      appendHexadecimal(bytes, data.dropFirst(16).prefix(10))
    case 56: return try appendTimeServers(bytes, data)
    case 64: try appendTunnelEndpoint(bytes, data)
    default: break
    }
    if [18, 37, 38, 47].contains(code) { text.append("...") }
    return true
  }

  private mutating func appendReconfigureType(_ type: UInt8) {
    switch type {
    case 5: text.append(" for renew")
    case 11: text.append(" for inf-req")
    default:
      text.append(" for ???(")
      text.append(hexadecimalByte: type)
      text.append(")")
    }
  }

  /// RFC 1035 section 3.1 names, one after the other.
  private mutating func appendDHCPv6Names(_ bytes: Span<UInt8>, _ data: Range<Int>) throws(Truncation) -> Bool {
    var offset = data.lowerBound
    while offset < data.upperBound {
      text.append(" ")
      guard let next = try appendDomainName(bytes, at: offset, message: data.upperBound) else { return false }
      offset = next
    }
    return true
  }

  /// The fewest bytes with which an option is read.
  private static func leastDHCPv6Length(_ code: UInt16) -> Int {
    switch code {
    case 1, 2, 13: 2
    case 3, 25: 12
    case 4, 37, 56: 4
    case 5: 24
    case 11: 11
    case 26: 25
    case 41, 42, 112: 5
    case 44: 17
    case 47: 16
    case 64: 3
    default: 0
    }
  }

  /// Whether the length is not that of the values an option consists of.
  private static func isWrongDHCPv6Length(_ code: UInt16, _ length: Int) -> Bool {
    switch code {
    case 6, 43: length % 2 != 0
    case 7, 19: length != 1
    case 8: length != 2
    case 22, 23, 27, 28, 31, 34, 40, 48: length % 16 != 0
    case 32, 46: length != 4
    default: false
    }
  }
}
