import Wire

/// What begins an HTTP request, WebDAV's and others' among them.
private let httpMethods: Set<String> = [
  "GET", "PUT", "COPY", "HEAD", "LOCK", "MOVE", "POLL", "POST", "BCOPY", "BMOVE", "MKCOL", "TRACE", "LABEL", "MERGE",
  "DELETE", "SEARCH", "UNLOCK", "REPORT", "UPDATE", "NOTIFY", "BDELETE", "CONNECT", "OPTIONS", "CHECKIN", "PROPFIND",
  "CHECKOUT", "CCM_POST", "SUBSCRIBE", "PROPPATCH", "BPROPFIND", "BPROPPATCH", "UNCHECKOUT", "MKACTIVITY",
  "MKWORKSPACE", "UNSUBSCRIBE", "RPC_CONNECT", "VERSION-CONTROL", "BASELINE-CONTROL",
]

/// What begins an RTSP request.
private let rtspMethods: Set<String> = [
  "OPTIONS", "DESCRIBE", "ANNOUNCE", "SETUP", "PLAY", "PAUSE", "TEARDOWN", "GET_PARAMETER", "SET_PARAMETER", "REDIRECT",
  "RECORD",
]

extension PacketListing {
  /// Appends the first line of a request or response, or with `-v` every line; of anything else the protocol's name.
  mutating func appendTextProtocol(
    _ name: String, _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) {
    layer = name
    text.append(": ")
    text.append(name.uppercased())
    let end = start + length
    switch name {
    case "http": guard isTextMessage(bytes, start..<end, methods: httpMethods) else { return }
    case "rtsp": guard isTextMessage(bytes, start..<end, methods: rtspMethods) else { return }
    default: break
    }
    guard options.verbosity > 0 else {
      _ = try appendLine(bytes, start..<end, prefix: ": ")
      return
    }
    text.append(", length: ")
    text.append(length: length)
    var offset = start
    while offset < end, let next = try appendLine(bytes, offset..<end, prefix: "\n\t") { offset = next }
  }

  /// Whether it begins with a known method, or its second word is a three-digit code.
  private func isTextMessage(_ bytes: Span<UInt8>, _ range: Range<Int>, methods: Set<String>) -> Bool {
    guard let first = token(bytes, range) else { return false }
    let word = String(decoding: first.word.map { bytes[$0] }, as: UTF8.self).uppercased()
    if methods.contains(word) { return true }
    guard let second = token(bytes, first.next..<range.upperBound) else { return false }
    return second.word.count == 3 && second.word.allSatisfy { (0x30...0x39).contains(bytes[$0]) }
  }

  /// A word of printable characters, and where the next one begins.
  private func token(_ bytes: Span<UInt8>, _ range: Range<Int>) -> (word: Range<Int>, next: Int)? {
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard offset < bytes.count, bytes[offset] < 0x80 else { return nil }
      let byte = bytes[offset]
      if byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A { break }
      guard (0x20...0x7E).contains(byte), offset - range.lowerBound + 2 <= 129 else { return nil }
      offset += 1
    }
    let word = range.lowerBound..<offset
    guard !word.isEmpty else { return nil }
    while offset < min(range.upperBound, bytes.count), bytes[offset] == 0x20 { offset += 1 }
    return (word, offset)
  }

  /// Appends a line without its ending and gives where the next one begins; nil where it is not text or has no ending.
  private mutating func appendLine(
    _ bytes: Span<UInt8>, _ range: Range<Int>, prefix: String
  ) throws(Truncation) -> Int? {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = try bytes.get8(offset)
      if byte == 0x0A {
        appendLine(bytes, range.lowerBound..<offset, prefix)
        return offset + 1
      }
      if byte == 0x0D {
        guard offset + 1 < range.upperBound, try bytes.get8(offset + 1) == 0x0A else { return nil }
        appendLine(bytes, range.lowerBound..<offset, prefix)
        return offset + 2
      }
      guard (0x20...0x7E).contains(byte) || byte == 0x09 else { return nil }
      offset += 1
    }
    appendLine(bytes, range.lowerBound..<offset, prefix)
    appendTruncation()
    return nil
  }

  private mutating func appendLine(_ bytes: Span<UInt8>, _ line: Range<Int>, _ prefix: String) {
    text.append(prefix)
    text.append(bytes.extracting(line))
  }
}
