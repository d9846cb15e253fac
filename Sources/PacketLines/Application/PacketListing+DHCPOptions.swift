import TextOutput
import Wire

extension PacketListing {
  /// Appends the options of a DHCP message (RFC 2132), each on a line of its own.
  mutating func appendDHCPOptions(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) {
    text.append("\n\t  Vendor-rfc1048 Extensions")
    text.append("\n\t    Magic Cookie 0x", hexadecimal: try bytes.get32(start), paddedTo: 8)
    var offset = start + 4
    while bytes.has(1, at: offset) {
      let code = bytes[offset]
      offset += 1
      if options.verbosity < 3 {
        if code == 0 { continue }
        if code == 255 { return }
      }
      var length = 0
      if code != 0, code != 255 {
        length = Int(try bytes.get8(offset))
        offset += 1
      }
      let option = DHCPListedOption(code: code)
      text.append("\n\t    ")
      text.append(option.name)
      text.append(" (", code)
      text.append("), length ")
      text.append(length: length)
      if length > 0 { text.append(": ") }
      if code == 0 { appendDHCPPadding(bytes, &offset) }
      guard bytes.has(length, at: offset) else { return appendTruncation() }
      let unread = try appendDHCPData(option, bytes, offset..<(offset + length))
      if unread > 0 {
        text.append("\n\t  trailing data length ")
        text.append(length: unread)
      }
      offset += length
    }
  }

  /// Runs of padding are one line.
  private mutating func appendDHCPPadding(_ bytes: Span<UInt8>, _ offset: inout Int) {
    let first = offset
    while bytes.has(1, at: offset), bytes[offset] == 0 { offset += 1 }
    if offset > first {
      text.append(", occurs ")
      text.append(length: offset - first + 1)
    }
  }

  /// Appends an option's data, all of which is within `bytes`; gives how many bytes of it are left over.
  private mutating func appendDHCPData(
    _ option: DHCPListedOption, _ bytes: Span<UInt8>, _ data: Range<Int>
  ) throws(Truncation) -> Int {
    switch option.code {
    case 53 where data.count == 1:
      appendDHCPMessageType(bytes[data.lowerBound])
      return 0
    case 55:
      for (index, offset) in data.enumerated() {
        let requested = DHCPListedOption(code: bytes[offset])
        text.append(index % 4 == 0 ? "\n\t      " : ", ")
        text.append(requested.name)
        text.append(" (", requested.code)
        text.append(")")
      }
      return 0
    default: break
    }
    switch option.form(length: data.count) {
    case .text:
      text.append("\"")
      appendVisible(bytes, data)
      text.append("\"")
      return 0
    case .special: return try appendSpecialDHCPData(option.code, bytes, data)
    case let form:
      let size = form.size
      for offset in stride(from: data.lowerBound, through: data.upperBound - size, by: size) {
        if offset > data.lowerBound { text.append(form == .byte ? "." : ",") }
        try appendDHCPValue(form, bytes, at: offset)
      }
      return data.count % size
    }
  }

  private mutating func appendDHCPValue(
    _ form: DHCPListedOption.Form, _ bytes: Span<UInt8>, at offset: Int
  ) throws(Truncation) {
    switch form {
    case .address: text.append(try bytes.ipv4Address(offset))
    case .addressPair:
      text.append("(", try bytes.ipv4Address(offset))
      text.append(":", try bytes.ipv4Address(offset + 4))
      text.append(")")
    case .number: text.append(bytes.uint32(at: offset))
    case .signedNumber: text.append(signed: Int32(bitPattern: bytes.uint32(at: offset)))
    case .short: text.append(bytes.uint16(at: offset))
    case .flag:
      switch bytes[offset] {
      case 0: text.append("N")
      case 1: text.append("Y")
      case let other:
        text.append(other)
        text.append("?")
      }
    default: text.append(bytes[offset])
    }
  }

  private mutating func appendDHCPMessageType(_ type: UInt8) {
    switch type {
    case 1: text.append("Discover")
    case 2: text.append("Offer")
    case 3: text.append("Request")
    case 4: text.append("Decline")
    case 5: text.append("ACK")
    case 6: text.append("NACK")
    case 7: text.append("Release")
    case 8: text.append("Inform")
    case 10: text.append("LeaseQuery")
    case 11: text.append("LeaseUnassigned")
    case 12: text.append("LeaseUnknown")
    case 13: text.append("LeaseActive")
    default:
      text.append("Unknown (", type)
      text.append(")")
    }
  }
}
