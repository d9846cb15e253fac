/// A word of a display filter.
struct FilterToken: Hashable {
  enum Kind: Hashable {
    /// A name, number, address or anything else without quotes.
    case word
    /// What is in double quotes, escapes undone, as bytes.
    case string([UInt8])
    /// What is in single quotes: one character.
    case character(UInt8)
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
}
