import TextOutput
import Wire

extension PacketListing {
  /// Appends the first line of a request or response, or with `-v` every line; of anything else the protocol's name.
  mutating func append(
    _ name: TextProtocol, _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) {
    layer = name.layer
    text.append(words.name(of: name))
    let end = start + length
    if let methods = name.methods, !isTextMessage(bytes, start..<end, methods) { return }
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
  private func isTextMessage(_ bytes: Span<UInt8>, _ range: Range<Int>, _ methods: TextMethods) -> Bool {
    guard let first = token(bytes, range) else { return false }
    if methods.contains(bytes, in: first.word) { return true }
    guard let second = token(bytes, first.next..<range.upperBound) else { return false }
    return second.word.count == 3 && second.word.allSatisfy { (0x30...0x39).contains(bytes[$0]) }
  }

  /// The most characters of a word.
  private static let longestWord = 128

  /// A word of printable characters, and where the next one begins.
  private func token(_ bytes: Span<UInt8>, _ range: Range<Int>) -> (word: Range<Int>, next: Int)? {
    let limit = min(range.upperBound, bytes.count, range.lowerBound &+ Self.longestWord &+ 1)
    var offset = range.lowerBound
    while offset < limit, bytes[offset] &- 0x21 < 0x5E { offset &+= 1 }
    let word = range.lowerBound..<offset
    guard !word.isEmpty, word.count <= Self.longestWord else { return nil }
    if offset < range.upperBound {
      guard offset < bytes.count, [0x20, 0x09, 0x0D, 0x0A].contains(bytes[offset]) else { return nil }
    }
    while offset < range.upperBound, offset < bytes.count, bytes[offset] == 0x20 { offset &+= 1 }
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
