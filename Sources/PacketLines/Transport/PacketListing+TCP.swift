import TextOutput
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
      text.append(words.tcp)
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
    append(flags)
    var selectiveBase: UInt32 = 0
    if !options.absoluteSequenceNumbers, flags.contains(.ack) {
      let conversation = try conversation(bytes, at: start, ip.version, ip.offset)
      let base =
        givenBase
        ?? sequences.base(
          of: conversation, isSYN: flags.contains(.syn), sequence: sequence, acknowledgment: acknowledgment)
      usedBase = base
      base.apply(isReversed: conversation.isReversed, sequence: &sequence, acknowledgment: &acknowledgment)
      selectiveBase = conversation.isReversed ? base.sequence : base.acknowledgment
    }
    guard headerLength <= length else { return appendTCPTooLong(headerLength, length) }
    if options.verbosity > 0, !options.skipsChecksums, !ip.isFragment {
      appendTCPChecksum(bytes, at: start, length: length, ip)
    }
    let payloadLength = length - headerLength
    let showsSequence = options.verbosity > 1 || payloadLength > 0 || !flags.isDisjoint(with: [.syn, .fin, .rst])
    let showsRange = payloadLength > 0
    let end = sequence &+ UInt32(truncatingIfNeeded: payloadLength)
    let window = UInt32(bytes.uint16(at: start + 14))
    let words = (words.sequence, words.acknowledgment, words.window)
    text.write(atMost: 64 + MutableSpan<UInt8>.slack) { [sequence, acknowledgment] room in
      var place = 0
      if showsSequence {
        room.put(words.0, at: &place)
        room.put(decimal: sequence, at: &place)
        if showsRange {
          room.put(0x3A, counting: 1, at: &place)
          room.put(decimal: end, at: &place)
        }
      }
      if flags.contains(.ack) {
        room.put(words.1, at: &place)
        room.put(decimal: acknowledgment, at: &place)
      }
      room.put(words.2, at: &place)
      room.put(decimal: window, at: &place)
      return place
    }
    if flags.contains(.urg) {
      text.append(", urg ")
      text.append(bytes.uint16(at: start + 18))
    }
    if headerLength > 20 {
      let range = (start + 20)..<(start + headerLength)
      let payload = range.upperBound..<(range.upperBound + payloadLength)
      guard try appendTCPOptions(bytes, in: range, flags, selectiveBase: selectiveBase, payload: payload) else {
        return
      }
    }
    text.append(self.words.length)
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

  func conversation(
    _ bytes: Span<UInt8>, at start: Int, _ version: Int, _ header: Int
  ) throws(Truncation) -> TCPSequenceTable.Conversation {
    let source: IPAddress
    let destination: IPAddress
    if version == 6 {
      source = .v6(try bytes.ipv6Address(header + 8))
      destination = .v6(try bytes.ipv6Address(header + 24))
    } else {
      source = .v4(try bytes.ipv4Address(header + 12))
      destination = .v4(try bytes.ipv4Address(header + 16))
    }
    return TCPSequenceTable.Conversation(
      source: source, sourcePort: bytes.uint16(at: start), destination: destination,
      destinationPort: bytes.uint16(at: start + 2))
  }

  /// `Flags [P.]`.
  private mutating func append(_ flags: TCPFlags) {
    let words = words.flags
    text.write(atMost: 16 + MutableSpan<UInt8>.slack) { room in
      var place = 0
      room.put(words, at: &place)
      if flags.isEmpty { room.put(0x656E_6F6E, counting: 4, at: &place) }
      // FSRP.UEW, the lowest bit first.
      var letters: UInt64 = 0x5745_552E_5052_5346
      var bits = flags.rawValue
      while bits != 0 {
        room[place] = UInt8(truncatingIfNeeded: letters)
        place &+= Int(bits & 1)
        letters &>>= 8
        bits &>>= 1
      }
      room[place] = 0x5D
      return place &+ 1
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
    if let interpretation = options.interpretation {
      guard interpretation == .domain else { return }
      return try appendDNS(bytes, at: payload, length: length, overTCP: true, isMulticast: false)
    }
    let source = bytes.uint16(at: start)
    let destination = bytes.uint16(at: start + 2)
    if let name = TextProtocol(ports: source, destination) {
      try append(name, bytes, at: payload, length: length)
    } else if source == 22 || destination == 22 {
      try appendSSH(bytes, at: payload, length: length)
    } else if source == 53 || destination == 53, TextProtocol.leaves(source, destination) {
      try appendDNS(bytes, at: payload, length: length, overTCP: true, isMulticast: false)
    }
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
