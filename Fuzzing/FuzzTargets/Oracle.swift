import Dissection
import Exchanges
import TextOutput

/// What must hold of output, whatever the input was. What does not hold traps, so that the fuzzer keeps the input.
enum Oracle {
  /// Text for a terminal: no control character but the ends of lines and tabs, and none that turns the direction of writing.
  static func text(_ text: String, _ name: String) {
    for scalar in text.unicodeScalars where isHarmful(scalar) {
      fatalError("\(name): U+\(String(scalar.value, radix: 16)) in \(text.debugDescription.prefix(2000))")
    }
  }

  static func text(_ text: PrintableText, _ name: String) { self.text(text.text, name) }

  /// The same of bytes, which have to be UTF-8.
  static func text(_ bytes: Span<UInt8>, _ name: String) {
    guard let text = try? UTF8Span(validating: bytes) else { fatalError("\(name): not UTF-8") }
    for index in bytes.indices {
      let byte = bytes[index]
      if byte >= 0x20, byte < 0x7F || byte != 0x7F && byte != 0xC2 && byte != 0xE2 { continue }
      // Only U+0080 to U+00BF and U+2000 to U+2FFF begin with one of the two: of them, a few blocks can do harm.
      if byte == 0xC2, bytes[index + 1] >= 0xA0 { continue }
      if byte == 0xE2, bytes[index + 1] > 0x81 { continue }
      if byte != 0x0A, byte != 0x09 { return self.text(String(copying: text), name) }
    }
  }

  /// Text whose bytes are read one by one: printable ASCII alone.
  /// - Parameter allowsCRLF: whether lines may end in CR LF.
  static func printable(_ bytes: Span<UInt8>, allowsCRLF: Bool = false, _ name: String) {
    for index in bytes.indices {
      let byte = bytes[index]
      if allowsCRLF, byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
      guard byte == 0x0A || byte == 0x09 || (0x20..<0x7F).contains(byte) else { fatalError("\(name): byte \(byte)") }
    }
  }

  /// One line.
  static func line(_ text: String, _ name: String) {
    let lines = text.unicodeScalars.filter { "\n\r\u{0B}\u{0C}\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) }
    guard lines.isEmpty else { fatalError("\(name): more than one line: \(text.debugDescription.prefix(2000))") }
  }

  /// JSON: one document, or one a line.
  static func json(_ bytes: Span<UInt8>, isSequence: Bool = false, _ name: String) {
    if isSequence, bytes.count == 0 { return }
    var parser = JSONParser(allowsSequence: isSequence, depthLimit: 10_000)
    parser.parse(bytes)
    parser.finish()
    if let error = parser.error { fatalError("\(name): \(error)") }
  }

  /// A page that runs no script but its own, and whose scripts end where it ends them.
  static func page(_ text: String, scripts: Int, _ name: String) {
    let bytes = Array(text.utf8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    for word in ["<script", "</script"] {
      let found = count(Array(word.utf8), in: bytes)
      guard found == scripts else { fatalError("\(name): \(found) of \(word), not \(scripts)") }
    }
  }

  /// How often a word stands in bytes.
  static func count(_ word: [UInt8], in bytes: [UInt8]) -> Int {
    guard bytes.count >= word.count else { return 0 }
    return (0...bytes.count - word.count).count {
      bytes[$0] == word[0] && bytes[$0..<$0 + word.count].elementsEqual(word)
    }
  }

  /// What is held stays within the budget; a packet may be more than was left of it.
  static func memory(_ held: Int, of budget: Int, _ name: String) {
    guard held <= budget + 128 << 10 else { fatalError("\(name): holds \(held) of \(budget) bytes") }
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
