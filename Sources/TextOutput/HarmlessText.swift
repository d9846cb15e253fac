/// The one rule for showing text that came from outside: which characters can do harm, and how they are spelled instead.
///
/// It works on bytes and scalars, never on `Character`s: a combining mark joins the character before it to another one, and CR LF is a
/// single `Character`, so that a search by `Character`s misses both.
public enum HarmlessText {
  private static let digits = Array("0123456789abcdef".utf8)

  /// `text` in one line: every control character, and every character that reorders or hides text, is spelled out.
  public static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    return text.unicodeScalars.allSatisfy { !isHarmful($0) } ? text : escaped(Array(text.utf8), keepingLines: false)
  }

  /// The text of `bytes`, with what is not UTF-8 or not harmless spelled as C does (`\r`), as `\xNN`, or as `\u{NNNN}`.
  ///
  /// - Parameter keepingLines: leave line feeds and tabs as they are, and drop the carriage return of a CR LF.
  public static func escaped(_ bytes: [UInt8], keepingLines: Bool) -> String {
    var text = ""
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        appendASCII(byte, next: index + 1 < bytes.count ? bytes[index + 1] : nil, keepingLines, &text)
        index += 1
      } else if let (scalar, length) = decode(bytes, at: index) {
        if isHarmful(scalar) {
          text += "\\u{" + String(scalar.value, radix: 16) + "}"
        } else {
          text.unicodeScalars.append(scalar)
        }
        index += length
      } else {
        appendHex(byte, &text)
        index += 1
      }
    }
    return text
  }

  /// A JSON document that says the same with `\uNNNN` for every harmful character in its strings.
  ///
  /// In JSON they stand nowhere but in strings, apart from white space.
  public static func escaped(json document: String) -> String {
    if document.utf8.allSatisfy({ ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D }) {
      return document
    }
    var text = ""
    for scalar in document.unicodeScalars {
      switch scalar {
      case "\n", "\t", "\r": text.unicodeScalars.append(scalar)
      case _ where isHarmful(scalar): text += jsonEscape(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// `\u001b`; two of them for a scalar beyond the basic plane (RFC 8259 section 7).
  static func jsonEscape(_ scalar: Unicode.Scalar) -> String {
    var text = ""
    for unit in Array(String(scalar).utf16) {
      let hex = String(unit, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
    }
    return text
  }

  /// C0 and C1 controls, DEL, line and paragraph separators, and what reorders or hides text.
  public static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F: true
    case 0x20...0x7E: false
    case 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE007F: true
    default: false
    }
  }

  /// Whether a harmful character that is not ASCII can begin with this byte in UTF-8.
  @inline(__always)
  static func mayBegin(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xC2, 0xD8, 0xE1, 0xE2, 0xEF, 0xF0, 0xF3: true
    default: false
    }
  }

  private static func appendASCII(_ byte: UInt8, next: UInt8?, _ keepingLines: Bool, _ text: inout String) {
    switch byte {
    case 0x0A where keepingLines, 0x09 where keepingLines: text.unicodeScalars.append(Unicode.Scalar(byte))
    case 0x0D where keepingLines && next == 0x0A: break
    case 0x07: text += "\\a"
    case 0x08: text += "\\b"
    case 0x09: text += "\\t"
    case 0x0A: text += "\\n"
    case 0x0B: text += "\\v"
    case 0x0C: text += "\\f"
    case 0x0D: text += "\\r"
    case 0..<0x20, 0x7F: appendHex(byte, &text)
    default: text.unicodeScalars.append(Unicode.Scalar(byte))
    }
  }

  private static func appendHex(_ byte: UInt8, _ text: inout String) {
    text += "\\x"
    text.unicodeScalars.append(Unicode.Scalar(digits[Int(byte >> 4)]))
    text.unicodeScalars.append(Unicode.Scalar(digits[Int(byte & 15)]))
  }

  /// The scalar of two to four bytes at `index`, if they are well-formed (RFC 3629).
  static func decode(_ bytes: [UInt8], at index: Int) -> (Unicode.Scalar, Int)? {
    let lead = bytes[index]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead < 0xF5, index + length <= bytes.count else { return nil }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for position in index + 1..<index + length {
      guard bytes[position] & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(bytes[position] & 0x3F)
    }
    let smallest: [UInt32] = [0, 0, 0x80, 0x800, 0x10000]
    guard value >= smallest[length], let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }
}
