/// Quotes words for a shell.
enum ShellWord {
  /// Works on bytes, so that a combining mark after a `'` does not hide it.
  static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.utf8.allSatisfy { isAlphanumeric($0) || "-_./:=@%+,{}".utf8.contains($0) }
    if isPlain { return word }
    var result = String.UnicodeScalarView("'".unicodeScalars)
    for scalar in word.unicodeScalars {
      if scalar == "'" { result.append(contentsOf: #"'\''"#.unicodeScalars) } else { result.append(scalar) }
    }
    result.append("'")
    return String(result)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
