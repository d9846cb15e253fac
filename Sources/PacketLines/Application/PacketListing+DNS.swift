import TextOutput
import Wire

extension PacketListing {
  /// Appends a DNS message (RFC 1035), over TCP with its length before it.
  mutating func appendDNS(
    _ bytes: Span<UInt8>, at payload: Int, length: Int, overTCP: Bool, isMulticast: Bool
  ) throws(Truncation) {
    layer = "domain"
    var start = payload
    var length = length
    if overTCP {
      guard length >= 2 else {
        text.append(" [DNS over TCP: length ")
        text.append(length: length)
        text.append(" < 2]")
        return appendInvalid()
      }
      length -= 2
      let claimed = Int(try bytes.get16(start))
      guard claimed == length else {
        text.append(" [prefix length(")
        text.append(length: claimed)
        text.append(") != length(")
        text.append(length: length)
        text.append(")]")
        return appendInvalid()
      }
      start += 2
      text.append(" ")
    }
    guard length >= 12 else {
      text.append("domain [length ")
      text.append(length: length)
      text.append(" < 12]")
      return appendInvalid()
    }
    guard bytes.has(12, at: start), let header = try? DNSHeader(bytes, at: start) else { return appendTruncation() }
    var reader = DNSLineReader(message: start, position: start + 12, isMulticast: isMulticast)
    do throws(DNSLineEnd) {
      if header.isResponse {
        try appendResponse(header, bytes, &reader)
      } else {
        try appendQuery(header, bytes, &reader)
      }
    } catch {
      switch error {
      case .unreadable: return appendTruncation()
      case .missing: throw Truncation()
      }
    }
    text.append(" (")
    text.append(length: length)
    text.append(")")
  }

  private mutating func appendResponse(
    _ header: DNSHeader, _ bytes: Span<UInt8>, _ reader: inout DNSLineReader
  ) throws(DNSLineEnd) {
    text.append(header.identifier)
    text.append(Self.operationNames[Int(header.opcode)])
    appendResponseCode(try reader.extendedResponseCode(header, bytes))
    if header.isAuthoritative { text.append("*") }
    if !header.recursionAvailable { text.append("-") }
    if header.isTruncated { text.append("|") }
    if header.flags & 0x20 != 0 { text.append("$") }
    appendCount(header.questionCount, "q", unless: 1)
    for index in 0..<header.questionCount {
      if index > 0 { text.append(",") }
      if options.verbosity > 1 {
        text.append(" q:")
        try appendQuestion(bytes, &reader)
      } else {
        try reader.skipName(bytes)
        reader.position += 4
      }
    }
    for (count, separator) in [(header.answerCount, " "), (header.authorityCount, "/"), (header.additionalCount, "/")] {
      text.append(separator)
      text.append(count)
    }
    try appendRecords(header.answerCount, "", bytes, &reader)
    guard options.verbosity > 1 else { return }
    try appendRecords(header.authorityCount, " ns:", bytes, &reader)
    try appendRecords(header.additionalCount, " ar:", bytes, &reader)
  }

  private mutating func appendQuery(
    _ header: DNSHeader, _ bytes: Span<UInt8>, _ reader: inout DNSLineReader
  ) throws(DNSLineEnd) {
    text.append(header.identifier)
    text.append(Self.operationNames[Int(header.opcode)])
    if header.recursionDesired { text.append("+") }
    if header.flags & 0x10 != 0 { text.append("%") }
    if header.flags & 0x6CF != 0 {
      text.append(" [b2&3=0x")
      text.append(hexadecimal: UInt32(header.flags))
      text.append("]")
    }
    if header.opcode == 1 {
      appendCount(header.questionCount, "q", unless: 0)
      appendCount(header.answerCount, "a", unless: 1)
    } else {
      appendCount(header.answerCount, "a", unless: 0)
      appendCount(header.questionCount, "q", unless: 1)
    }
    appendCount(header.authorityCount, "n", unless: 0)
    appendCount(header.additionalCount, "au", unless: 0)
    for index in 0..<header.questionCount {
      guard index == 0 || reader.position < bytes.count else { throw .unreadable }
      try appendQuestion(bytes, &reader)
    }
    guard options.verbosity > 1 else { return }
    try appendRecords(header.answerCount, "", bytes, &reader)
    try appendRecords(header.authorityCount, " ns:", bytes, &reader)
    try appendRecords(header.additionalCount, " ar:", bytes, &reader)
  }

  /// Appends the records of a section.
  private mutating func appendRecords(
    _ count: UInt16, _ title: String, _ bytes: Span<UInt8>, _ reader: inout DNSLineReader
  ) throws(DNSLineEnd) {
    for index in 0..<count {
      guard (index == 0 && title.isEmpty) || reader.position < bytes.count else { throw .unreadable }
      text.append(index == 0 ? title : ",")
      try appendRecord(bytes, &reader)
    }
  }

  private mutating func appendCount(_ count: UInt16, _ name: String, unless usual: UInt16) {
    guard count != usual else { return }
    text.append(" [")
    text.append(count)
    text.append(name)
    text.append("]")
  }

  private mutating func appendQuestion(_ bytes: Span<UInt8>, _ reader: inout DNSLineReader) throws(DNSLineEnd) {
    let name = reader.position
    try reader.skipName(bytes)
    guard bytes.has(4, at: reader.position) else { throw .unreadable }
    text.append(" ")
    appendRecordTypeName(bytes.uint16(at: reader.position))
    let recordClass = bytes.uint16(at: reader.position + 2)
    appendClass(reader.isMulticast ? recordClass & 0x7FFF : recordClass)
    if reader.isMulticast { text.append(recordClass & 0x8000 != 0 ? " (QU)" : " (QM)") }
    text.append("? ")
    reader.position = try appendName(bytes, at: name, reader) + 4
  }

  /// Appends a domain name and gives where it ends.
  mutating func appendName(_ bytes: Span<UInt8>, at start: Int, _ reader: DNSLineReader) throws(DNSLineEnd) -> Int {
    do {
      guard let end = try appendDomainName(bytes, at: start, message: reader.message) else {
        throw DNSLineEnd.unreadable
      }
      return end
    } catch let error as DNSLineEnd {
      throw error
    } catch {
      throw DNSLineEnd.missing
    }
  }

  mutating func appendClass(_ recordClass: UInt16) {
    switch recordClass {
    case 1: break
    case 3: text.append(" CHAOS")
    case 4: text.append(" HS")
    case 255: text.append(" ANY")
    default:
      text.append(" (Class ")
      text.append(recordClass)
      text.append(")")
    }
  }

  private mutating func appendResponseCode(_ code: UInt16) {
    let names = Self.responseNames
    if Int(code) < names.count { return text.append(names[Int(code)]) }
    text.append(" Resp")
    text.append(code & 0xFFF)
  }

  private static let operationNames = [
    "", " inv_q", " stat", " op3", " notify", " update", " op6", " op7", " op8", " updateA", " updateD", " updateDA",
    " updateM", " updateMA", " zoneInit", " zoneRef",
  ]

  private static let responseNames = [
    "", " FormErr", " ServFail", " NXDomain", " NotImp", " Refused", " YXDomain", " YXRRSet", " NXRRSet", " NotAuth",
    " NotZone", " Resp11", " Resp12", " Resp13", " Resp14", " NoChange", " BadVers", "Resp17", " Resp18", " Resp19",
    " Resp20", "Resp21", " Resp22", " BadCookie",
  ]
}
