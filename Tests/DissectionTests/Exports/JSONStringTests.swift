import TestSupport
import Testing
import TextOutput

/// Strings of JSON, which are written a word at a time.
@Suite struct JSONStringTests {
  private static let characters =
    Array("abcdefghijklmnop \"\\\n\r\t\u{1}\u{7F}é€中😀".unicodeScalars)
    + ["\u{85}", "\u{AD}", "\u{202E}", "\u{FEFF}", "\u{1BCA0}", "\u{1D173}", "\u{E0001}"]

  @Test("Strings of all lengths are escaped as they are character by character")
  func everyCharacter() {
    var random = SeededGenerator(seed: 8259)
    for round in 0..<600 {
      let count = round < 500 ? round % 50 : 4080 + round % 40
      let scalars = (0..<count).map { _ in
        Self.characters[random.below(random.below(2) == 0 ? 16 : Self.characters.count)]
      }
      var text = TextBuffer(capacity: 64)
      text.append(jsonString: String(String.UnicodeScalarView(scalars)))
      let written = text.withBytes { String(text: $0) }
      #expect(written == "\"" + scalars.map(Self.escaped).joined() + "\"")
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case _ where HarmlessText.isHarmful(scalar):
      return String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    default: return String(scalar)
    }
  }
}
