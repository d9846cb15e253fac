import TextOutput
import Wire

/// Why the options of a TCP header cannot be read to their end.
enum TCPOptionEnd: Error {
  /// A length contradicts the header.
  case malformed
  /// The captured bytes end within an option's data.
  case truncated
  /// The captured bytes end before an option's kind or length.
  case missing
}

extension PacketListing {
  /// Appends the options of a TCP header; false if they end the line.
  ///
  /// - Parameter selectiveBase: what is taken from the edges of selective acknowledgments.
  mutating func appendTCPOptions(
    _ bytes: Span<UInt8>, in range: Range<Int>, _ flags: TCPFlags, selectiveBase: UInt32, payload: Range<Int>
  ) throws(Truncation) -> Bool {
    if appendTimestampsOnly(bytes, in: range) { return true }
    text.append(words.options)
    var offset = range.lowerBound
    var isFirst = true
    do throws(TCPOptionEnd) {
      while offset < range.upperBound {
        if !isFirst { text.append(",") }
        let option = try tcpOption(bytes, at: offset, limit: range.upperBound)
        appendTCPOptionName(option.kind)
        let read = try append(option, bytes, flags, selectiveBase: selectiveBase, payload: payload)
        if read != option.data.count {
          text.append("[len ")
          text.append(length: option.data.upperBound - offset)
          text.append("]")
        }
        isFirst = false
        // tcpdump goes on after what it has read, not after what the option's length says.
        offset = option.data.lowerBound + read
        if option.kind == 0 { break }
      }
    } catch {
      switch error {
      case .malformed: text.append(isFirst ? "[bad opt]" : "[bad opt]]")
      case .truncated:
        appendTruncation()
        if !isFirst { text.append(">") }
      case .missing: throw Truncation()
      }
      return false
    }
    text.append("]")
    return true
  }

  /// Two fillers and the timestamps, as almost every segment has them, in one piece; false if there is anything else.
  private mutating func appendTimestampsOnly(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard range.count == 12, bytes.has(12, at: range.lowerBound), bytes.uint32(at: range.lowerBound) == 0x0101_080A
    else { return false }
    let (value, echo) = (bytes.uint32(at: range.lowerBound &+ 4), bytes.uint32(at: range.lowerBound &+ 8))
    let words = (words.options, words.timestamps, words.echo)
    text.write(atMost: 64 + MutableSpan<UInt8>.slack) { room in
      var place = 0
      room.put(words.0, at: &place)
      room.put(words.1, at: &place)
      room.put(decimal: value, at: &place)
      room.put(words.2, at: &place)
      room.put(decimal: echo, at: &place)
      room.put(0x5D, counting: 1, at: &place)
      return place
    }
    return true
  }

  /// An option as it is read here: its data, and where the header ends.
  struct ListedTCPOption {
    var kind: UInt8
    var data: Range<Int>
    var limit: Int
  }

  private func tcpOption(_ bytes: Span<UInt8>, at offset: Int, limit: Int) throws(TCPOptionEnd) -> ListedTCPOption {
    guard bytes.has(1, at: offset) else { throw .missing }
    let kind = bytes[offset]
    if kind < 2 { return ListedTCPOption(kind: kind, data: (offset + 1)..<(offset + 1), limit: limit) }
    guard bytes.has(2, at: offset) else { throw .missing }
    let length = Int(bytes[offset + 1])
    guard length >= 2, length <= limit - offset else { throw .malformed }
    return ListedTCPOption(kind: kind, data: (offset + 2)..<(offset + length), limit: limit)
  }

  private func check(_ count: Int, _ option: ListedTCPOption, _ bytes: Span<UInt8>) throws(TCPOptionEnd) {
    guard count <= option.limit - option.data.lowerBound else { throw .malformed }
    guard bytes.has(count, at: option.data.lowerBound) else { throw .truncated }
  }

  /// Appends an option's data; gives how many bytes of it were read.
  private mutating func append(
    _ option: ListedTCPOption, _ bytes: Span<UInt8>, _ flags: TCPFlags, selectiveBase: UInt32, payload: Range<Int>
  ) throws(TCPOptionEnd) -> Int {
    let start = option.data.lowerBound
    let length = option.data.count
    switch option.kind {
    case 0, 1, 4: return 0
    case 2:
      try check(2, option, bytes)
      text.append(" ")
      text.append(bytes.uint16(at: start))
      return 2
    case 3:
      try check(1, option, bytes)
      text.append(" ")
      text.append(bytes[start])
      return 1
    case 5:
      try appendSelectiveAcknowledgments(option, bytes, base: selectiveBase)
      return length
    case 6, 7, 11, 12, 13:
      try check(4, option, bytes)
      text.append(" ")
      text.append(bytes.uint32(at: start))
      return 4
    case 8:
      try check(8, option, bytes)
      text.append(" val ")
      text.append(bytes.uint32(at: start))
      text.append(" ecr ")
      text.append(bytes.uint32(at: start + 4))
      return 8
    case 19:
      try check(16, option, bytes)
      let isWhole = bytes.has(payload.count, at: payload.lowerBound)
      text.append(isWhole ? " shared secret not supplied with -M, " : " snaplen too short, ")
      text.append("can't check - ")
      appendHexadecimal(bytes, start..<(start + 16))
      return 16
    case 20:
      try check(2, option, bytes)
      text.append(" cap ")
      text.append(hexadecimalByte: bytes[start])
      text.append(" id ")
      text.append(bytes[start + 1])
      return 2
    case 28:
      try check(2, option, bytes)
      appendUserTimeout(bytes.uint16(at: start))
      return 2
    case 29: try appendAuthentication(option, bytes)
    case 30:
      try check(length, option, bytes)
      guard appendMultipath(bytes, option.data, flags) else { throw .malformed }
    case 34:
      try check(length, option, bytes)
      text.append(" ")
      appendFastOpen(bytes, in: option.data)
    case 254: try appendExperiment(option, bytes)
    default: try appendUnknownOption(option, bytes)
    }
    return length
  }

  private mutating func appendSelectiveAcknowledgments(
    _ option: ListedTCPOption, _ bytes: Span<UInt8>, base: UInt32
  ) throws(TCPOptionEnd) {
    guard option.data.count % 8 == 0 else { return text.append(" invalid sack") }
    text.append(" ")
    text.append(length: option.data.count / 8)
    text.append(" ")
    for block in stride(from: 0, to: option.data.count, by: 8) {
      try check(block + 8, option, bytes)
      text.append("{")
      text.append(bytes.uint32(at: option.data.lowerBound + block) &- base)
      text.append(":")
      text.append(bytes.uint32(at: option.data.lowerBound + block + 4) &- base)
      text.append("}")
    }
  }

  /// RFC 5482: minutes if the lowest bit is set, else seconds.
  private mutating func appendUserTimeout(_ value: UInt16) {
    text.append(" 0x")
    text.append(hexadecimal: UInt32(value))
    text.append(" ")
    text.append(UInt32(value >> 1) * (value & 1 == 1 ? 60 : 1))
  }

  /// RFC 5925 section 2.2.
  private mutating func appendAuthentication(
    _ option: ListedTCPOption, _ bytes: Span<UInt8>
  ) throws(TCPOptionEnd) {
    let start = option.data.lowerBound
    guard option.data.count >= 2 else { return appendInvalid() }
    try check(1, option, bytes)
    text.append(" keyid ")
    text.append(bytes[start])
    try check(2, option, bytes)
    text.append(" rnextkeyid ")
    text.append(bytes[start + 1])
    guard option.data.count > 2 else { return }
    text.append(" mac 0x")
    for index in 2..<option.data.count {
      try check(index + 1, option, bytes)
      text.append(hexadecimalByte: bytes[start + index])
    }
  }

  /// RFC 7413 section 4.1.1; the data are within `bytes`.
  private mutating func appendFastOpen(_ bytes: Span<UInt8>, in data: Range<Int>) {
    if data.isEmpty { return text.append(" cookiereq") }
    guard data.count % 2 == 0, (4...16).contains(data.count) else { return appendInvalid() }
    text.append(" cookie ")
    appendHexadecimal(bytes, data)
  }

  /// RFC 6994: an experiment is known by the first two bytes.
  private mutating func appendExperiment(_ option: ListedTCPOption, _ bytes: Span<UInt8>) throws(TCPOptionEnd) {
    try check(option.data.count, option, bytes)
    guard option.data.count >= 2 else { throw .malformed }
    let identifier = bytes.uint16(at: option.data.lowerBound)
    text.append("-")
    if identifier == 0xF989 {
      text.append("tfo")
      appendFastOpen(bytes, in: option.data.dropFirst(2))
    } else {
      text.append(hexadecimal: UInt32(identifier), paddedTo: 4)
    }
  }

  private mutating func appendUnknownOption(_ option: ListedTCPOption, _ bytes: Span<UInt8>) throws(TCPOptionEnd) {
    if !option.data.isEmpty { text.append(" 0x") }
    for index in 0..<option.data.count {
      try check(index + 1, option, bytes)
      text.append(hexadecimalByte: bytes[option.data.lowerBound + index])
    }
  }

  private mutating func appendTCPOptionName(_ kind: UInt8) {
    switch kind {
    case 0: text.append("eol")
    case 1: text.append("nop")
    case 2: text.append("mss")
    case 3: text.append("wscale")
    case 4: text.append("sackOK")
    case 5: text.append("sack")
    case 6: text.append("echo")
    case 7: text.append("echoreply")
    case 8: text.append("TS")
    case 11: text.append("cc")
    case 12: text.append("ccnew")
    case 13: break
    case 19: text.append("md5")
    case 20: text.append("scps")
    case 28: text.append("uto")
    case 29: text.append("tcp-ao")
    case 30: text.append("mptcp")
    case 34: text.append("tfo")
    case 254: text.append("exp")
    default:
      text.append("unknown-")
      text.append(kind)
    }
  }
}
