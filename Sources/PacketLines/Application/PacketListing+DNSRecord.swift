import TextOutput
import Wire

extension PacketListing {
  /// Appends a resource record (RFC 1035 section 4.1.3) and moves past it.
  mutating func appendRecord(_ bytes: Span<UInt8>, _ reader: inout DNSLineReader) throws(DNSLineEnd) {
    if options.verbosity > 0 {
      text.append(" ")
      reader.position = try appendName(bytes, at: reader.position, reader)
    } else {
      do throws(DNSLineEnd) {
        try reader.skipName(bytes)
      } catch {
        // tcpdump takes a name that cannot be skipped for the end of the message.
        return reader.position = bytes.count
      }
    }
    let start = reader.position
    guard bytes.has(10, at: start) else { return reader.position = bytes.count }
    let type = bytes.uint16(at: start)
    let isOption = type == DNSRecordType.opt.rawValue
    let classField = bytes.uint16(at: start + 2)
    let recordClass = reader.isMulticast ? classField & 0x7FFF : classField
    if !isOption { appendClass(recordClass) }
    if reader.isMulticast, classField & 0x8000 != 0 { text.append(" (Cache flush)") }
    if !isOption, options.verbosity > 2 {
      text.append(" [")
      appendDuration(bytes.uint32(at: start + 4))
      text.append("]")
    }
    let length = Int(bytes.uint16(at: start + 8))
    text.append(" ")
    appendRecordTypeName(type)
    let data = (start + 10)..<(start + 10 + length)
    guard data.upperBound <= bytes.count else { throw .unreadable }
    if isOption {
      try appendExtensions(bytes, data, reader, size: recordClass, flags: bytes.uint16(at: start + 6))
    } else {
      try appendRecordData(type, bytes, data, reader)
    }
    reader.position = data.upperBound
  }

  private mutating func appendRecordData(
    _ type: UInt16, _ bytes: Span<UInt8>, _ data: Range<Int>, _ reader: DNSLineReader
  ) throws(DNSLineEnd) {
    let start = data.lowerBound
    switch DNSRecordType(rawValue: type) {
    case .a:
      guard bytes.has(4, at: start) else { throw .unreadable }
      text.append(" ")
      text.append(IPv4Address(rawValue: bytes.uint32(at: start)))
    case .aaaa:
      guard bytes.has(16, at: start) else { throw .unreadable }
      text.append(" ")
      text.append(IPv6Address(high: bytes.uint64(at: start), low: bytes.uint64(at: start + 8)))
    case .ns, .cname, .ptr, DNSRecordType(rawValue: 39):
      text.append(" ")
      _ = try appendName(bytes, at: start, reader)
    case .soa: if options.verbosity > 0 { try appendStartOfAuthority(bytes, at: start, reader) }
    case .mx:
      text.append(" ")
      guard bytes.has(2, at: start) else { throw .unreadable }
      _ = try appendName(bytes, at: start + 2, reader)
      text.append(" ")
      text.append(bytes.uint16(at: start))
    case .txt: try appendStrings(bytes, data)
    case .srv:
      text.append(" ")
      guard bytes.has(6, at: start) else { throw .unreadable }
      _ = try appendName(bytes, at: start + 6, reader)
      for (separator, offset) in [(":", 4), (" ", 0), (" ", 2)] {
        text.append(separator)
        text.append(bytes.uint16(at: start + offset))
      }
    case DNSRecordType(rawValue: 38): try appendA6(bytes, at: start, reader)
    case DNSRecordType(rawValue: 250): if options.verbosity > 0 { try appendSignature(bytes, at: start, reader) }
    case DNSRecordType(rawValue: 256): try appendURI(bytes, data)
    case DNSRecordType(rawValue: 104): for offset in data { text.append(visible: bytes[offset]) }
    default: break
    }
  }

  private mutating func appendStartOfAuthority(
    _ bytes: Span<UInt8>, at start: Int, _ reader: DNSLineReader
  ) throws(DNSLineEnd) {
    text.append(" ")
    var offset = try appendName(bytes, at: start, reader)
    text.append(" ")
    offset = try appendName(bytes, at: offset, reader)
    guard bytes.has(20, at: offset) else { throw .unreadable }
    for field in 0..<5 {
      text.append(" ")
      text.append(bytes.uint32(at: offset + field * 4))
    }
  }

  private mutating func appendStrings(_ bytes: Span<UInt8>, _ data: Range<Int>) throws(DNSLineEnd) {
    var offset = data.lowerBound
    while offset < data.upperBound {
      text.append(" \"")
      let end = offset + 1 + Int(bytes[offset])
      for index in (offset + 1)..<max(offset + 1, min(end, bytes.count)) { text.append(visible: bytes[index]) }
      guard end <= bytes.count else { throw .unreadable }
      text.append("\"")
      offset = end
    }
  }

  /// An address of which a prefix is left to a name (RFC 2874 section 3.1).
  private mutating func appendA6(_ bytes: Span<UInt8>, at start: Int, _ reader: DNSLineReader) throws(DNSLineEnd) {
    guard bytes.has(1, at: start) else { throw .unreadable }
    let prefix = bytes[start]
    guard prefix <= 128 else {
      text.append(" ", prefix)
      return text.append("(bad plen)")
    }
    let octets = 16 - Int(prefix / 8)
    if prefix < 128 {
      guard bytes.has(octets, at: start + 1) else { throw .missing }
      var address = IPv6Address.any
      for index in 0..<octets { address.set(bytes[start + 1 + index], at: 16 - octets + index) }
      text.append(" ", prefix)
      text.append(" ", address)
    }
    guard prefix > 0 else { return }
    text.append(" ")
    _ = try appendName(bytes, at: start + 1 + octets, reader)
  }

  /// RFC 8945 section 4.2.
  private mutating func appendSignature(
    _ bytes: Span<UInt8>, at start: Int, _ reader: DNSLineReader
  ) throws(DNSLineEnd) {
    text.append(" ")
    var offset = try appendName(bytes, at: start, reader) + 6
    for words in [" fudge=", " maclen=", " origid=", " error=", " otherlen="] {
      guard bytes.has(2, at: offset) else { throw .unreadable }
      let field = bytes.uint16(at: offset)
      text.append(words, field)
      offset += words == " maclen=" ? 2 + Int(field) : 2
    }
  }

  /// RFC 7553 section 4.5.
  private mutating func appendURI(_ bytes: Span<UInt8>, _ data: Range<Int>) throws(DNSLineEnd) {
    guard bytes.has(4, at: data.lowerBound) else { throw .missing }
    text.append(" ")
    text.append(bytes.uint16(at: data.lowerBound))
    text.append(" ")
    text.append(bytes.uint16(at: data.lowerBound + 2))
    text.append(" ")
    // A length below four is taken for a very large one.
    let end = data.count < 4 ? bytes.count : data.upperBound
    for offset in (data.lowerBound + 4)..<max(data.lowerBound + 4, end) { text.append(visible: bytes[offset]) }
    if data.count < 4 { throw .unreadable }
  }

  /// Appends an OPT record (RFC 6891 section 6.1).
  private mutating func appendExtensions(
    _ bytes: Span<UInt8>, _ data: Range<Int>, _ reader: DNSLineReader, size: UInt16, flags: UInt16
  ) throws(DNSLineEnd) {
    text.append(" UDPsize=")
    text.append(size)
    if flags & 0x8000 != 0 { text.append(" DO") }
    guard !data.isEmpty else { return }
    text.append(" [")
    var offset = data.lowerBound
    while offset < data.upperBound {
      guard bytes.has(2, at: offset) else { throw .unreadable }
      let code = bytes.uint16(at: offset)
      appendExtensionName(code)
      guard bytes.has(4, at: offset) else { throw .unreadable }
      let length = Int(bytes.uint16(at: offset + 2))
      offset += 4
      guard bytes.has(length, at: offset) else { throw .unreadable }
      if length > 0 {
        text.append(" ")
        try appendExtension(code, bytes, offset..<(offset + length), reader)
      }
      offset += length
      if offset < data.upperBound { text.append(",") }
    }
    text.append("]")
  }
}
