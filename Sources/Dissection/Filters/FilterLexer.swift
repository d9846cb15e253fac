/// Cuts a display filter into words.
struct FilterLexer {
  private static let symbols = [
    "===", "!==", "==", "!=", "~=", ">=", "<=", "&&", "||", "^^", "..", "(", ")", "[", "]", "{", "}", ",", "!", ">",
    "<",
    "~", "&", "+", "*", "/", "%", "#",
  ]

  private let scalars: [Unicode.Scalar]
  private var position = 0

  static func tokens(_ text: String) throws(FilterError) -> [FilterToken] {
    var lexer = FilterLexer(scalars: Array(text.unicodeScalars))
    var tokens: [FilterToken] = []
    while let token = try lexer.next() { tokens.append(token) }
    let end = lexer.scalars.count
    tokens.append(FilterToken(kind: .end, text: "", range: end..<end))
    return tokens
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private mutating func next() throws(FilterError) -> FilterToken? {
    while position < scalars.count, scalars[position].properties.isWhitespace { position += 1 }
    guard position < scalars.count else { return nil }
    let first = scalars[position]
    if first == "\"" { return try quoted(isRaw: false) }
    if first == "r" || first == "R", position + 1 < scalars.count, scalars[position + 1] == "\"" {
      position += 1
      return try quoted(isRaw: true)
    }
    if first == "'" { return try character() }
    if !isWordPart(at: position), let symbol = symbol() { return symbol }
    // Inside a word it is part of it; before one it is a sign or an operator.
    if first == "-" {
      position += 1
      return FilterToken(kind: .symbol("-"), text: "-", range: position - 1..<position)
    }
    return try word()
  }

  private func isWordPart(at place: Int) -> Bool {
    let scalar = scalars[place]
    if scalar == ".", place + 1 < scalars.count, scalars[place + 1] == "." { return false }
    return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_" || scalar == "."
      || scalar == ":" || scalar == "-" || scalar == "$" || scalar == "@"
  }

  private mutating func symbol() -> FilterToken? {
    for symbol in Self.symbols where scalars[position...].starts(with: symbol.unicodeScalars) {
      let range = position..<position + symbol.unicodeScalars.count
      position = range.upperBound
      return FilterToken(kind: .symbol(symbol), text: symbol, range: range)
    }
    return nil
  }

  /// Everything up to a space or symbol. A slash goes on where it is the length of a network prefix.
  private mutating func word() throws(FilterError) -> FilterToken {
    let start = position
    while position < scalars.count {
      if isWordPart(at: position) {
        position += 1
      } else if scalars[position] == "/", isAddress(scalars[start..<position]), position + 1 < scalars.count,
        ("0"..."9").contains(scalars[position + 1])
      {
        position += 1
      } else {
        break
      }
    }
    guard position > start else {
      throw FilterError("'\(scalars[start])' has no meaning here", start..<start + 1)
    }
    return FilterToken(kind: .word, text: text(start..<position), range: start..<position)
  }

  private func isAddress(_ part: ArraySlice<Unicode.Scalar>) -> Bool {
    let dots = part.count { $0 == "." }
    let isNumeric = part.allSatisfy { ("0"..."9").contains($0) || $0 == "." }
    return (isNumeric && dots >= 1) || part.contains(":")
  }

  private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

  private mutating func quoted(isRaw: Bool) throws(FilterError) -> FilterToken {
    let start = position
    position += 1
    var bytes: [UInt8] = []
    while position < scalars.count, scalars[position] != "\"" {
      if scalars[position] == "\\", isRaw {
        // Only a quote needs its backslash, and keeps it.
        bytes.append(UInt8(ascii: "\\"))
        position += 1
        guard position < scalars.count else { break }
        bytes += Array(String(scalars[position]).utf8)
        position += 1
      } else if scalars[position] == "\\" {
        bytes += try escape(in: "string")
      } else {
        bytes += Array(String(scalars[position]).utf8)
        position += 1
      }
    }
    guard position < scalars.count else { throw FilterError("The quote is never closed", start..<scalars.count) }
    position += 1
    return FilterToken(kind: .string(bytes), text: text(start..<position), range: start..<position)
  }

  private mutating func character() throws(FilterError) -> FilterToken {
    let start = position
    position += 1
    var bytes: [UInt8] = []
    while position < scalars.count, scalars[position] != "'" {
      if scalars[position] == "\\" {
        bytes += try escape(in: "character")
      } else {
        bytes += Array(String(scalars[position]).utf8)
        position += 1
      }
    }
    guard position < scalars.count else { throw FilterError("The quote is never closed", start..<scalars.count) }
    position += 1
    guard bytes.count == 1 else {
      throw FilterError("Single quotes hold exactly one byte", start..<position)
    }
    return FilterToken(kind: .character(bytes[0]), text: text(start..<position), range: start..<position)
  }

  private static let escapes: [Unicode.Scalar: UInt8] = [
    "a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11, "\\": 92, "\"": 34, "'": 39, "?": 63,
  ]

  private mutating func escape(in what: String) throws(FilterError) -> [UInt8] {
    let start = position
    position += 1
    guard position < scalars.count else { throw FilterError("The quote is never closed", start..<position) }
    let letter = scalars[position]
    if let byte = Self.escapes[letter] {
      position += 1
      return [byte]
    }
    if letter == "x" { return [UInt8(truncatingIfNeeded: try digits(start, after: 1, most: 2, radix: 16))] }
    if letter == "u" || letter == "U" {
      let count = letter == "u" ? 4 : 8
      let value = try digits(start, after: 1, most: count, radix: 16)
      guard let scalar = Unicode.Scalar(value) else { throw FilterError("No such character", start..<position) }
      return Array(String(scalar).utf8)
    }
    if ("0"..."7").contains(letter) {
      return [UInt8(truncatingIfNeeded: try digits(start, after: 0, most: 3, radix: 8))]
    }
    throw FilterError("\\\(letter) is no escape that a \(what) can have", start..<position + 1)
  }

  private mutating func digits(_ start: Int, after skipped: Int, most: Int, radix: Int) throws(FilterError) -> UInt32 {
    position += skipped
    let first = position
    var value: UInt32 = 0
    while position < scalars.count, position - first < most, let digit = Character(scalars[position]).hexDigitValue,
      digit < radix
    {
      value = value &* UInt32(radix) &+ UInt32(digit)
      position += 1
    }
    guard position > first else { throw FilterError("The escape needs digits", start..<position) }
    return value
  }
}
