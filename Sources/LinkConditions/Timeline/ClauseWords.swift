/// The words of a line and their places. Text in double quotes is one word.
struct ClauseWords {
  struct Word {
    var text: String
    /// The column in characters, from 1.
    var column: Int
    var isQuoted = false

    /// Whether this is one of these keywords. A comma after it is ignored.
    func isKeyword(_ keywords: String...) -> Bool {
      !isQuoted && keywords.contains(ClauseWords.withoutComma(text).lowercased())
    }
  }

  private(set) var all: [Word] = []
  private let end: Int

  init(_ line: String) {
    end = line.count + 1
    var word: Word?
    var isInQuotes = false
    for (index, character) in line.enumerated() {
      if character == "\"" {
        isInQuotes.toggle()
        if word == nil { word = Word(text: "", column: index + 1) }
        word?.isQuoted = true
      } else if character.isWhitespace, !isInQuotes {
        if let word { all.append(word) }
        word = nil
      } else {
        if word == nil { word = Word(text: "", column: index + 1) }
        word?.text.append(character)
      }
    }
    if let word { all.append(word) }
  }

  /// The column of a word, or of the end of the line if there is no such word.
  func column(_ index: Int) -> Int {
    index < all.count ? all[index].column : end
  }

  /// Joins words into one text, without a comma after the last word.
  static func text(_ words: ArraySlice<Word>) -> String {
    withoutComma(words.map(\.text).joined(separator: " "))
  }

  fileprivate static func withoutComma(_ text: String) -> String {
    text.hasSuffix(",") ? String(text.dropLast()) : text
  }
}
