import Foundation

/// What must hold of everything that is shown to people, whatever hostile bytes it was made from.
///
/// It goes by Unicode's properties of characters and not by a list of ours, so that it can find what such a list has forgotten.
public enum OutputOracle {
  /// What could do harm on a terminal or mislead a reader: a control character other than a line feed or a tab, a character that
  /// reorders or hides text, a separator of lines, or bytes that are no UTF-8. In words, with what stands around it; nil if all is well.
  ///
  /// - Parameter allowsCRLF: whether lines may end in CR LF, as those of a followed conversation do.
  public static func harm(in bytes: [UInt8], allowsCRLF: Bool = false) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "it is not UTF-8" }
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() where isHarmful(scalar) {
      let endsLine = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      if allowsCRLF, endsLine { continue }
      let before = String(String.UnicodeScalarView(scalars[max(0, index - 60)..<index]))
      return "U+\(String(scalar.value, radix: 16)) after \(before.debugDescription)"
    }
    return nil
  }

  public static func harm(in text: String, allowsCRLF: Bool = false) -> String? {
    harm(in: Array(text.utf8), allowsCRLF: allowsCRLF)
  }

  /// The same of JSON, or of JSON in lines, which moreover must be read by a strict reader.
  public static func harm(inJSON bytes: [UInt8], lineByLine: Bool = false) -> String? {
    let documents = lineByLine ? bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) } : [bytes]
    for document in documents {
      do {
        _ = try JSONSerialization.jsonObject(with: Data(document), options: .fragmentsAllowed)
      } catch {
        return "\(error) in \(String(decoding: document.prefix(200), as: UTF8.self).debugDescription)"
      }
    }
    return harm(in: bytes)
  }

  /// The same of a page, which must have so many script elements, each of its own, and no place where another could begin.
  public static func harm(inHTML page: String, scripts: Int) -> String? {
    let bytes = Array(page.utf8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let (opened, closed) = (count(of: "<script", in: bytes), count(of: "</script", in: bytes))
    guard opened == scripts, closed == scripts else { return "\(opened) script elements begin, \(closed) end" }
    return harm(in: page)
  }

  private static func count(of word: String, in bytes: [UInt8]) -> Int {
    let word = Array(word.utf8)
    return bytes.indices.dropLast(word.count - 1).count { bytes[$0..<$0 + word.count].elementsEqual(word) }
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\n" || scalar == "\t" { return false }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format:
      return scalar.properties.isBidiControl || scalar.properties.isDefaultIgnorableCodePoint
        || (0xFFF9...0xFFFB).contains(scalar.value)
    default: return false
    }
  }
}

/// Words that a hostile peer, file or program says of itself.
public enum HostileWords {
  /// Each carries something that one kind of output must not let through.
  public static let all: [String] = [
    // A combining mark, after which `<`, `'` or `|` is another `Character`.
    "\u{600}</script><script>document.title='owned'</script>",
    "<\u{301}/script><script>document.title='owned'</script>",
    "<\u{301}/script\u{301}><\u{301}script>document.title='owned'<\u{301}/script>", "'\u{301}; touch owned; '\u{301}",
    "|\u{301} `\u{301} *\u{301} [x](javascript:alert(1)) ![x](http://evil.example/x)",
    // CR LF is one `Character`, and a log has one more line.
    "x\r\n::add-mask::x\r\n::error::owned", "x\n::add-mask::x", "x\r::add-mask::x", "##[add-mask]owned",
    "ok 1 - fine # TODO", "```\n# owned\n```",
    // What steers a terminal: a title, colours, the second set of controls, an erased line.
    "\u{1b}]0;owned\u{7}\u{1b}[31mred\u{1b}[0m", "\u{9b}2J\u{9d}0;owned\u{9c}", "harmless\r\u{1b}[2Kowned",
    "\u{8}\u{7f}\u{0}\u{b}\u{c}",
    // What turns text around, hides it, or ends a line elsewhere.
    "\u{202e}txt.exe\u{202c}", "\u{2066}a\u{2069}\u{200b}\u{feff}\u{ad}", "a\u{2028}b\u{2029}c\u{85}d",
    "\u{e0041}\u{fffe}",
  ]
}
