/// The words of a command line, separated as a shell separates them: by blanks, except within quotes or after a backslash.
enum CommandWords {
  static func split(_ line: String) -> [String] {
    var words: [String] = []
    var word: String.UnicodeScalarView?
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        word = (word ?? .init()) + [scalar]
        isEscaped = false
      } else if scalar == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if scalar == open { quote = nil } else { word?.append(scalar) }
      } else if scalar == "'" || scalar == "\"" {
        quote = scalar
        word = word ?? .init()
      } else if scalar == " " || scalar == "\t" || scalar == "\n" {
        if let word { words.append(String(word)) }
        word = nil
      } else {
        word = (word ?? .init()) + [scalar]
      }
    }
    if let word { words.append(String(word)) }
    return words
  }
}
