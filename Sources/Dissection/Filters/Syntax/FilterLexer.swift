import TextOutput

/// Cuts a display filter into words, by Wireshark's rule: at each place the longest that can be read.
struct FilterLexer {
  private static let symbols = [
    "===", "!==", "==", "!=", "~=", ">=", "<=", "&&", "||", "^^", "..", "(", ")", "{", "}", ",", "!", ">", "<", "~",
    "&", "+", "-", "*", "/", "%", "$",
  ].map { (text: $0, scalars: Array($0.unicodeScalars)) }

  let scalars: [Unicode.Scalar]
  var position = 0
  private var tokens: [FilterToken] = []

  static func tokens(_ text: String) throws(FilterError) -> [FilterToken] {
    var lexer = FilterLexer(scalars: Array(text.unicodeScalars))
    while try lexer.readNext() {}
    let end = lexer.scalars.count
    lexer.tokens.append(FilterToken(kind: .end, text: "", range: end..<end))
    return lexer.tokens
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private mutating func readNext() throws(FilterError) -> Bool {
    while position < scalars.count, Self.isBlank(scalars[position]) { position += 1 }
    guard position < scalars.count else { return false }
    let first = scalars[position]
    switch first {
    case "\"": tokens.append(try quoted(isRaw: false))
    case "r" where isNext("\""), "R" where isNext("\""):
      position += 1
      tokens.append(try quoted(isRaw: true))
    case "'": tokens.append(try character())
    case "[": try slices()
    case "#": try layer()
    default:
      if let word = word() { tokens.append(word) } else { tokens.append(try symbol()) }
    }
    return true
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\n" }

  private func isNext(_ scalar: Unicode.Scalar) -> Bool {
    position + 1 < scalars.count && scalars[position + 1] == scalar
  }

  func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

  private func token(_ kind: FilterToken.Kind, _ range: Range<Int>) -> FilterToken {
    FilterToken(kind: kind, text: text(range), range: range)
  }

  private mutating func symbol() throws(FilterError) -> FilterToken {
    for symbol in Self.symbols where scalars[position...].starts(with: symbol.scalars) {
      let range = position..<position + symbol.scalars.count
      position = range.upperBound
      return token(.symbol(symbol.text), range)
    }
    let shown = scalars[position]
    let remedy =
      shown == "=" ? "write == for equal" : shown.isASCII ? "" : "other letters than ASCII's go into double quotes"
    throw FilterError(
      "'\(HarmlessText.escaped(String(shown)))' has no meaning here" + (remedy.isEmpty ? "" : "; \(remedy)"),
      position..<position + 1)
  }

  /// The longest of a name or number, bytes, or an address that begins here.
  private mutating func word() -> FilterToken? {
    let words = FilterWords(scalars: scalars[position...])
    let length = max(words.identifier, words.bytes, words.address)
    guard length > 0 else { return nil }
    let range = position..<position + length
    position = range.upperBound
    guard words.bytes < length, words.address < length else {
      return token(scalars[range.lowerBound] == ":" && words.address < length ? .literal : .word, range)
    }
    guard scalars[range.lowerBound] == "." else { return token(.word, range) }
    return FilterToken(kind: .fieldName, text: text(range.lowerBound + 1..<range.upperBound), range: range)
  }

  /// `[` and all up to its `]`, in parts between commas.
  private mutating func slices() throws(FilterError) {
    let start = position
    tokens.append(token(.symbol("["), position..<position + 1))
    position += 1
    while true {
      let first = position
      while position < scalars.count, scalars[position] != "]", scalars[position] != "," { position += 1 }
      guard position < scalars.count else {
        throw FilterError("The bracket is never closed", start..<scalars.count)
      }
      if position > first { tokens.append(token(.slice, first..<position)) }
      let mark = scalars[position]
      tokens.append(token(.symbol(mark == "]" ? "]" : ","), position..<position + 1))
      position += 1
      if mark == "]" { return }
    }
  }

  /// `#` and the number of a layer, or slices of layers.
  private mutating func layer() throws(FilterError) {
    tokens.append(token(.symbol("#"), position..<position + 1))
    position += 1
    guard position < scalars.count, scalars[position] != "[" else { return }
    let first = position
    while position < scalars.count, ("0"..."9").contains(scalars[position]) { position += 1 }
    guard position > first else {
      throw FilterError("After # goes the number of a layer, or [...]", first..<first + 1)
    }
    tokens.append(token(.slice, first..<position))
  }
}
