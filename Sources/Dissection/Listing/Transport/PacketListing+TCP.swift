import Wire

extension PacketListing {
  /// Appends a TCP segment of `length` bytes, header included.
  mutating func appendTCP(_ bytes: Span<UInt8>, at start: Int, length: Int, _ ip: IPContext) throws(Truncation) {
    layer = "tcp"
    guard bytes.has(4, at: start) else {
      try appendAddresses(bytes, ip)
      text.append(":")
      return appendTruncation()
    }
    let sourcePort = bytes.uint16(at: start)
    let destinationPort = bytes.uint16(at: start + 2)
    try appendEndpoints(bytes, ip, .tcp, sourcePort, destinationPort)
    guard bytes.has(20, at: start) else { return appendTruncation() }
    let headerLength = Int(bytes[start + 12] >> 4) * 4
    guard headerLength >= 20 else {
      text.append(" tcp ")
      text.append(length: length - headerLength)
      text.append(" [bad hdr length ")
      text.append(length: headerLength)
      return text.append(" - too short, < 20]")
    }
    if options.quick {
      text.append("tcp ")
      text.append(length: length - headerLength)
      if headerLength > length { appendTCPTooLong(headerLength, length) }
      return
    }
    try appendTCPFields(bytes, at: start, length: length, headerLength: headerLength, ip)
  }

  private mutating func appendTCPTooLong(_ headerLength: Int, _ length: Int) {
    text.append(" [bad hdr length ")
    text.append(length: headerLength)
    text.append(" - too long, > ")
    text.append(length: length)
    text.append("]")
  }

  private mutating func appendTCPFields(
    _ bytes: Span<UInt8>, at start: Int, length: Int, headerLength: Int, _ ip: IPContext
  ) throws(Truncation) {
    let flags = TCPFlags(rawValue: bytes[start + 13])
    var sequence = bytes.uint32(at: start + 4)
    var acknowledgment = bytes.uint32(at: start + 8)
    text.append("Flags [")
    append(flags)
    text.append("]")
    var selectiveBase: UInt32 = 0
    if !options.absoluteSequenceNumbers, flags.contains(.ack) {
      let conversation = try conversation(bytes, at: start, ip)
      let base = sequences.rebase(
        conversation, isSYN: flags.contains(.syn), sequence: &sequence, acknowledgment: &acknowledgment)
      selectiveBase = conversation.isReversed ? base.sequence : base.acknowledgment
    }
    guard headerLength <= length else { return appendTCPTooLong(headerLength, length) }
    if options.verbosity > 0, !options.skipsChecksums, !ip.isFragment {
      appendTCPChecksum(bytes, at: start, length: length, ip)
    }
    let payloadLength = length - headerLength
    if options.verbosity > 1 || payloadLength > 0 || !flags.isDisjoint(with: [.syn, .fin, .rst]) {
      text.append(", seq ")
      text.append(sequence)
      if payloadLength > 0 {
        text.append(":")
        text.append(sequence &+ UInt32(truncatingIfNeeded: payloadLength))
      }
    }
    if flags.contains(.ack) {
      text.append(", ack ")
      text.append(acknowledgment)
    }
    text.append(", win ")
    text.append(bytes.uint16(at: start + 14))
    if flags.contains(.urg) {
      text.append(", urg ")
      text.append(bytes.uint16(at: start + 18))
    }
    if headerLength > 20 {
      let range = (start + 20)..<(start + headerLength)
      let payload = range.upperBound..<(range.upperBound + payloadLength)
      guard try appendTCPOptions(bytes, in: range, selectiveBase: selectiveBase, payload: payload) else { return }
    }
    text.append(", length ")
    text.append(length: payloadLength)
    guard payloadLength > 0 else { return }
    guard bytes.has(headerLength, at: start) else {
      text.append(" [remaining caplen(")
      text.append(length: bytes.count - start)
      text.append(") < header length(")
      text.append(length: headerLength)
      text.append(")]")
      throw Truncation()
    }
    try appendTCPPayload(bytes, at: start, headerLength: headerLength, length: payloadLength, flags)
  }

  private func conversation(
    _ bytes: Span<UInt8>, at start: Int, _ ip: IPContext
  ) throws(Truncation) -> TCPSequenceTable.Conversation {
    let source: IPAddress
    let destination: IPAddress
    if ip.version == 6 {
      source = .v6(try bytes.ipv6Address(ip.offset + 8))
      destination = .v6(try bytes.ipv6Address(ip.offset + 24))
    } else {
      source = .v4(try bytes.ipv4Address(ip.offset + 12))
      destination = .v4(try bytes.ipv4Address(ip.offset + 16))
    }
    return TCPSequenceTable.Conversation(
      source: source, sourcePort: bytes.uint16(at: start), destination: destination,
      destinationPort: bytes.uint16(at: start + 2))
  }

  private mutating func append(_ flags: TCPFlags) {
    if flags.isEmpty { return text.append("none") }
    let letters: [8 of UInt8] = [0x46, 0x53, 0x52, 0x50, 0x2E, 0x55, 0x45, 0x57]
    for bit in 0..<8 where flags.rawValue & (1 << UInt8(bit)) != 0 {
      text.append(byte: letters[bit])
    }
  }

  private mutating func appendTCPChecksum(_ bytes: Span<UInt8>, at start: Int, length: Int, _ ip: IPContext) {
    guard bytes.has(length, at: start), let sum = PseudoHeader.sum(bytes, ip, .tcp, length: length) else { return }
    let check = ChecksumCheck(bytes, in: start..<(start + length), field: start + 16, adding: sum)
    text.append(", cksum 0x")
    text.append(hexadecimal: UInt32(check.found), paddedTo: 4)
    if check.isCorrect { return text.append(" (correct)") }
    text.append(" (incorrect -> 0x")
    text.append(hexadecimal: UInt32(check.expected), paddedTo: 4)
    text.append(")")
  }

  private mutating func appendTCPPayload(
    _ bytes: Span<UInt8>, at start: Int, headerLength: Int, length: Int, _ flags: TCPFlags
  ) throws(Truncation) {
    let payload = start + headerLength
    if flags.contains(.rst), options.verbosity > 0 {
      return appendResetData(bytes, at: payload, length: length)
    }
    let source = bytes.uint16(at: start)
    let destination = bytes.uint16(at: start + 2)
    if let name = Self.textProtocol(source, destination) {
      try appendTextProtocol(name, bytes, at: payload, length: length)
    } else if source == 53 || destination == 53 {
      try appendDNS(bytes, at: payload, length: length, overTCP: true, isMulticast: false)
    }
  }

  /// The protocol of lines that one of the ports is known for; of two, tcpdump's first choice.
  private static func textProtocol(_ source: UInt16, _ destination: UInt16) -> String? {
    if source == 25 || destination == 25 { return "smtp" }
    if source == 43 || destination == 43 { return "whois" }
    if source == 21 || destination == 21 { return "ftp" }
    if source == 80 || destination == 80 || source == 8080 || destination == 8080 { return "http" }
    if source == 554 || destination == 554 || source == 8554 || destination == 8554 { return "rtsp" }
    return nil
  }

  /// What a reset says in words (RFC 9293 section 3.10.7 allows it to), 30 bytes of it at most.
  private mutating func appendResetData(_ bytes: Span<UInt8>, at start: Int, length: Int) {
    text.append(bytes.has(length, at: start) ? " [RST" : " [!RST")
    if length > 30 { text.append("+") }
    text.append(" ")
    for offset in start..<max(start, min(start + min(length, 30), bytes.count)) {
      text.append(visible: bytes[offset])
    }
    text.append("]")
  }
}
