/// A word of a display filter.
struct FilterToken: Hashable {
  enum Kind: Hashable {
    /// A name, number, address or anything else without quotes.
    case word
    /// What begins with a dot, which only a field can be; `text` is without it.
    case fieldName
    /// What begins with a colon, which only bytes can be.
    case literal
    /// What is in double quotes, escapes undone, as bytes.
    case string([UInt8])
    /// What is in single quotes: one character.
    case character(UInt32)
    /// A part of what is in square brackets, as it is written.
    case slice
    /// An operator or bracket.
    case symbol(String)
    case end
  }

  var kind: Kind
  /// As it is written.
  var text: String
  /// Where, in Unicode scalars.
  var range: Range<Int>

  func isSymbol(_ text: String) -> Bool { kind == .symbol(text) }

  /// Whether it reads like the name of a field rather than a value.
  var isName: Bool {
    kind == .word && text.unicodeScalars.first.map { $0.properties.isAlphabetic || $0 == "_" } == true
  }

  func isWord(_ text: String) -> Bool { kind == .word && self.text == text }
}
