import TextOutput
import Wire

extension PacketListing {
  /// Appends an SCTP packet (RFC 9260) and its chunks.
  mutating func appendSCTP(_ bytes: Span<UInt8>, at start: Int, length: Int, _ ip: IPContext) throws(Truncation) {
    layer = "sctp"
    guard length >= 12 else {
      appendTooShort("truncated-sctp - ", 12 - length)
      return text.append(" bytes missing!")
    }
    guard bytes.has(12, at: start) else { return appendTruncation() }
    let ports = (bytes.uint16(at: start), bytes.uint16(at: start + 2))
    try appendSCTPEnds(bytes, ip, ports.0, ports.1)
    var isForCES = false
    for port in [ports.0, ports.1] where 6704...6706 ~= port {
      text.append(["[ForCES HP]", "[ForCES MP]", "[ForCES LP]"][Int(port) - 6704])
      isForCES = true
    }
    var body = ListedBody(offset: start + 12, length: length - 12)
    var separator = options.verbosity >= 2 ? "\n\t" : " ("
    var number: UInt32 = 1
    do {
      while body.length != 0 {
        guard try appendChunk(number, separator, bytes, &body, isForCES: isForCES) else { return }
        if options.verbosity < 2 { separator = ", (" }
        number += 1
      }
    } catch {
      appendTruncation()
    }
  }

  private mutating func appendSCTPEnds(
    _ bytes: Span<UInt8>, _ ip: IPContext, _ source: UInt16, _ destination: UInt16
  ) throws(Truncation) {
    if ip.version == 6 {
      text.append(try bytes.ipv6Address(ip.offset + 8))
      text.append(".", source)
      text.append(" > ", try bytes.ipv6Address(ip.offset + 24))
      text.append(".", destination)
    } else {
      text.append(try bytes.ipv4Address(ip.offset + 12), source, to: try bytes.ipv4Address(ip.offset + 16), destination)
    }
    text.append(": sctp")
  }

  private mutating func appendChunkNumber(_ number: UInt32, _ separator: String) {
    text.append(separator)
    text.append(number)
    text.append(") ")
  }

  /// Appends a chunk and moves past it; false where nothing more can be read.
  private mutating func appendChunk(
    _ number: UInt32, _ separator: String, _ bytes: Span<UInt8>, _ body: inout ListedBody, isForCES: Bool
  ) throws(Truncation) -> Bool {
    guard body.length >= 4 else {
      appendChunkNumber(number, separator)
      text.append("[chunk descriptor cut off at end of packet]")
      return false
    }
    try bytes.require(4, at: body.offset)
    let length = Int(bytes.uint16(at: body.offset + 2))
    let padding = (4 - length % 4) % 4
    guard length >= 4, body.length >= padding else {
      appendChunkNumber(number, separator)
      appendTooShort("[Bad chunk length ", length)
      text.append(length < 4 ? ", < size of chunk descriptor]" : ", > remaining data in packet]")
      return false
    }
    try bytes.require(length, at: body.offset)
    let (type, flags) = (bytes[body.offset], bytes[body.offset + 1])
    appendChunkNumber(number, separator)
    text.append("[")
    if let name = Self.chunkNames[type] {
      text.append(name)
    } else {
      text.append("Unknown chunk type: 0x", hexadecimal: UInt32(type))
    }
    text.append("] ")
    let chunk = body.offset + 4..<body.offset + length
    guard try appendChunkBody(type, flags, bytes, chunk, isForCES: isForCES) else { return false }
    // tcpdump counts in 32 bits without a sign: what a chunk has more than the packet goes on as a large number.
    body.offset += length
    body.length = Int(UInt32(truncatingIfNeeded: body.length - length))
    if padding > 0 {
      try bytes.require(padding, at: body.offset)
      body.offset += padding
      body.length = Int(UInt32(truncatingIfNeeded: body.length - padding))
    }
    return true
  }

  private static let chunkNames: [UInt8: String] = [
    0: "DATA", 1: "INIT", 2: "INIT ACK", 3: "SACK", 4: "HB REQ", 5: "HB ACK", 6: "ABORT", 7: "SHUTDOWN",
    8: "SHUTDOWN ACK", 9: "OP ERR", 10: "COOKIE ECHO", 11: "COOKIE ACK", 12: "ECN ECHO", 13: "ECN CWR",
    14: "SHUTDOWN COMPLETE", 0xC0: "FOR CUM TSN", 0xC1: "REL CTRL", 0xC2: "REL CTRL ACK",
  ]

  private mutating func appendChunkBody(
    _ type: UInt8, _ flags: UInt8, _ bytes: Span<UInt8>, _ chunk: Range<Int>, isForCES: Bool
  ) throws(Truncation) -> Bool {
    switch type {
    case 0: return try appendDataChunk(flags, bytes, chunk, isForCES: isForCES)
    case 1, 2:
      guard chunk.count >= 16 else { return appendBogusChunk(chunk) }
      let start = chunk.lowerBound
      for (words, value) in [
        ("[init tag: ", bytes.uint32(at: start)), ("[rwnd: ", bytes.uint32(at: start + 4)),
        ("[OS: ", UInt32(bytes.uint16(at: start + 8))), ("[MIS: ", UInt32(bytes.uint16(at: start + 10))),
        ("[init TSN: ", bytes.uint32(at: start + 12)),
      ] {
        text.append(words, value)
        text.append("] ")
      }
      return true
    case 3: return appendSelectiveAcknowledgment(bytes, chunk)
    default: return true
    }
  }

  private mutating func appendBogusChunk(_ chunk: Range<Int>) -> Bool {
    appendTooShort("bogus chunk length ", chunk.count + 4)
    text.append("]")
    return false
  }

  private mutating func appendDataChunk(
    _ flags: UInt8, _ bytes: Span<UInt8>, _ chunk: Range<Int>, isForCES: Bool
  ) throws(Truncation) -> Bool {
    appendFlagNames(UInt32(flags), [(4, "(U)"), (2, "(B)"), (1, "(E)")], separator: "", none: "")
    if flags & 7 != 0 { text.append(" ") }
    guard chunk.count >= 12 else { return appendBogusChunk(chunk) }
    let start = chunk.lowerBound
    text.append("[TSN: ", bytes.uint32(at: start))
    text.append("] [SID: ", bytes.uint16(at: start + 4))
    text.append("] [SSEQ ", bytes.uint16(at: start + 6))
    text.append("] [PPID ")
    let identifier = bytes.uint32(at: start + 8)
    if let name = Self.payloadNames[identifier] {
      text.append(name)
    } else {
      text.append("0x", hexadecimal: identifier)
    }
    text.append("] ")
    guard chunk.count > 12 else { return appendBogusChunk(chunk) }
    // ForCES and M3UA have lines of their own, which are not read.
    if options.verbosity >= 2, !isForCES, identifier != 3, !(21...23 ~= identifier) {
      text.append("[Payload")
      if options.dumpsUnknown {
        text.append(":")
        try appendUnknown(bytes, at: start + 12, length: chunk.count - 12)
      }
      text.append("]")
    }
    return true
  }

  private static let payloadNames: [UInt32: String] = [
    1: "ISDN Q.921", 2: "M2UA", 3: "M3UA", 4: "SUA", 5: "M2PA", 6: "V5.2", 7: "H.248", 8: "BICC", 9: "TALI",
    10: "DUA", 11: "ASAP", 12: "ENRP", 13: "H.323", 14: "Q.IPC", 15: "SIMCO", 16: "DDPSC", 17: "DDPSSC", 18: "S1AP",
    19: "RUA", 20: "HNBAP", 21: "ForCES HP", 22: "ForCES MP", 23: "ForCES LP", 24: "SBc-AP", 25: "NBAP", 27: "X2AP",
  ]

  private mutating func appendSelectiveAcknowledgment(_ bytes: Span<UInt8>, _ chunk: Range<Int>) -> Bool {
    guard chunk.count >= 12 else { return appendBogusChunk(chunk) }
    let start = chunk.lowerBound
    let highest = bytes.uint32(at: start)
    let (gaps, duplicates) = (bytes.uint16(at: start + 8), bytes.uint16(at: start + 10))
    text.append("[cum ack ", highest)
    text.append("] [a_rwnd ", bytes.uint32(at: start + 4))
    text.append("] [#gap acks ", gaps)
    text.append("] [#dup tsns ", duplicates)
    text.append("] ")
    var position = start + 12
    for (count, isGap) in [(gaps, true), (duplicates, false)] {
      var index: UInt32 = 0
      while position < chunk.upperBound, index < count {
        guard chunk.upperBound - position >= 4 else { return appendBogusChunk(chunk) }
        index += 1
        if isGap {
          text.append("\n\t\t[gap ack block #", index)
          text.append(": start = ", highest &+ UInt32(bytes.uint16(at: position)))
          text.append(", end = ", highest &+ UInt32(bytes.uint16(at: position + 2)))
        } else {
          text.append("\n\t\t[dup TSN #", index)
          text.append(": ", bytes.uint32(at: position))
        }
        text.append("] ")
        position += 4
      }
    }
    return true
  }
}
