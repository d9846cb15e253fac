import TextOutput
import Wire

extension PacketListing {
  /// Appends a message of the Network Time Protocol (RFC 5905 section 7.3).
  mutating func appendNTP(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "ntp"
    let status = try bytes.get8(start)
    let mode = Int(status & 7)
    let modes = [
      "unspecified", "symmetric active", "symmetric passive", "Client", "Server", "Broadcast", "Control Message",
      "Reserved",
    ]
    text.append("NTPv", status >> 3 & 7)
    text.append(", ")
    text.append(modes[mode])
    text.append(", length ")
    text.append(length: length)
    guard options.verbosity > 0 else { return }
    text.append("\n\tLeap indicator: ")
    text.append(["", "+1s", "-1s", "clock unsynchronized"][Int(status >> 6)])
    text.append(" (", status & 0xC0)
    text.append(")")
    guard mode < 7 else { return }
    guard length >= (mode == 6 ? 12 : 48) else { return appendInvalidNTP(bytes, at: start, length: length) }
    if mode == 6 {
      try appendNTPControl(bytes, at: start, length: length)
    } else if try !appendNTPTime(bytes, at: start, length: length) {
      appendTruncation()
    }
  }

  private mutating func appendInvalidNTP(_ bytes: Span<UInt8>, at start: Int, length: Int) {
    appendInvalid()
    if !bytes.has(length, at: start) { appendTruncation() }
  }

  /// What a clock says; false where the captured bytes end before a field.
  private mutating func appendNTPTime(
    _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) -> Bool {
    let stratum = try bytes.get8(start + 1)
    text.append(", Stratum ", stratum)
    switch stratum {
    case 0: text.append(" (unspecified)")
    case 1: text.append(" (primary reference)")
    case 2...15: text.append(" (secondary reference)")
    default: text.append(" (reserved)")
    }
    let poll = Int32(Int8(bitPattern: try bytes.get8(start + 2)))
    text.append(", poll ")
    text.append(signed: poll)
    if (-31...31).contains(poll) {
      text.append(poll < 0 ? " (1/" : " (", UInt32(1) << poll.magnitude)
      text.append("s)")
    }
    let precision = Int32(Int8(bitPattern: try bytes.get8(start + 3)))
    text.append(", precision ")
    text.append(signed: precision)
    for (words, offset) in [("\n\tRoot Delay: ", 4), (", Root dispersion: ", 8)] {
      guard bytes.has(4, at: start + offset) else { return false }
      text.append(words)
      appendFixedPoint(bytes.uint32(at: start + offset))
    }
    guard bytes.has(4, at: start + 12) else { return false }
    guard try appendReference(bytes, at: start + 12, stratum: stratum) else { return true }
    guard try appendTimestamps(bytes, at: start + 16) else { return false }
    return try appendNTPAuthentication(bytes, at: start + 48, length: length - 48)
  }

  /// Where the clock has its time from; false if it says something else, and nothing more.
  private mutating func appendReference(
    _ bytes: Span<UInt8>, at offset: Int, stratum: UInt8
  ) throws(Truncation) -> Bool {
    text.append(", Reference-ID: ")
    switch stratum {
    case 0: text.append("(unspec)")
    case 1: appendVisible(bytes, offset..<(offset + 4))
    case 62, 63:
      text.append(try bytes.ipv4Address(offset))
      text.append(stratum == 62 ? " INFO_QUERY" : " INFO_REPLY")
      return false
    default: text.append("0x", hexadecimal: bytes.uint32(at: offset), paddedTo: 8)
    }
    return true
  }

  private mutating func appendTimestamps(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) -> Bool {
    for (words, offset) in [
      ("\n\t  Reference Timestamp:  ", 0), ("\n\t  Originator Timestamp: ", 8), ("\n\t  Receive Timestamp:    ", 16),
      ("\n\t  Transmit Timestamp:   ", 24),
    ] {
      guard bytes.has(8, at: start + offset) else { return false }
      text.append(words)
      appendNTPTimestamp(bytes.uint64(at: start + offset))
    }
    let origin = bytes.uint64(at: start + 8)
    text.append("\n\t    Originator - Receive Timestamp:  ")
    appendDelta(from: origin, to: bytes.uint64(at: start + 16))
    text.append("\n\t    Originator - Transmit Timestamp: ")
    appendDelta(from: origin, to: bytes.uint64(at: start + 24))
    return true
  }

  /// A key and a digest, known by their length; false where the digest is not all captured.
  private mutating func appendNTPAuthentication(
    _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) -> Bool {
    switch length {
    case 0: return true
    case 4, 20, 24:
      text.append("\n\tKey id: ", try bytes.get32(start))
      guard length > 4 else { return true }
      guard bytes.has(length - 4, at: start + 4) else { return false }
      text.append("\n\tAuthentication: ")
      appendHexadecimal(bytes, (start + 4)..<(start + length))
    default:
      text.append("\n\t(")
      text.append(length: length)
      text.append(" more bytes after the header)")
    }
    return true
  }

  /// RFC 9327 section 2.
  private mutating func appendNTPControl(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    let control = try bytes.get8(start + 1)
    text.append(control & 0x80 != 0 ? ", Response, " : ", Request, ")
    text.append(control & 0x40 != 0 ? "Error, " : "OK, ")
    text.append(control & 0x20 != 0 ? "More, OpCode=" : "Last, OpCode=", control & 0x1F)
    text.append("\n")
    text.append("\tSequence=", try bytes.get16(start + 2))
    let status = try bytes.get16(start + 4)
    text.append(status == 0 ? ", Status=" : ", Status=0x", hexadecimal: UInt32(status))
    text.append(", Assoc.=", try bytes.get16(start + 6))
    text.append(", Offset=", try bytes.get16(start + 8))
    let count = Int(try bytes.get16(start + 10))
    text.append(", Count=")
    text.append(length: count)
    guard 12 + count <= length else { return appendInvalidNTP(bytes, at: start, length: length) }
    guard count > 0 else { return }
    guard bytes.has(count, at: start + 12) else { return appendTruncation() }
    text.append("\n\tTO-BE-DONE: data not interpreted")
  }

  /// 16 bits of seconds and 16 of their fraction.
  private mutating func appendFixedPoint(_ value: UInt32) {
    text.append(value >> 16)
    text.append(".")
    text.append(decimal: (UInt64(value & 0xFFFF) * 1_000_000) >> 16, paddedTo: 6)
  }

  /// 32 bits of seconds and 32 of their fraction.
  private mutating func appendSeconds(_ value: UInt64) {
    text.append(value >> 32)
    text.append(".")
    text.append(decimal: ((value & 0xFFFF_FFFF) * 1_000_000_000) >> 32, paddedTo: 9)
  }

  private mutating func appendNTPTimestamp(_ value: UInt64) {
    appendSeconds(value)
    let seconds = Int64(value >> 32)
    guard seconds != 0 else { return }
    // From the beginning of 1900 to that of 1970.
    let time = CivilTime(seconds: seconds - 2_208_988_800)
    text.append(" (")
    text.append(day: time)
    text.append(byte: 0x54)
    text.append(clock: time)
    text.append("Z)")
  }

  private mutating func appendDelta(from old: UInt64, to new: UInt64) {
    guard old != 0 else { return appendNTPTimestamp(new) }
    text.append(new > old ? "+" : "-")
    appendSeconds(new > old ? new - old : old - new)
  }
}
