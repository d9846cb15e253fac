import TextOutput

/// Reads a display filter: `or` binds least, then `xor`, `and`, `not`.
struct FilterParser {
  /// How deeply parentheses and operators may nest.
  static let deepest = 60
  /// How many conditions may stand in a row.
  private static let longest = 1000

  private var tokens: [FilterToken]
  private var place = 0
  private var depth = 0

  static func parse(_ text: String) throws(FilterError) -> FilterExpression? {
    do throws(FilterError) {
      var parser = FilterParser(tokens: try FilterLexer.tokens(text))
      if parser.token.kind == .end { return nil }
      let expression = try parser.disjunction()
      guard parser.token.kind == .end else { throw parser.unexpected() }
      return expression
    } catch {
      var error = error
      error.text = text
      throw error
    }
  }

  private init(tokens: [FilterToken]) { self.tokens = tokens }

  var token: FilterToken { tokens[place] }
  var nextToken: FilterToken { tokens[min(place + 1, tokens.count - 1)] }

  mutating func advance() { place = min(place + 1, tokens.count - 1) }

  func unexpected(_ wanted: String = "") -> FilterError {
    if token.kind == .end {
      return FilterError("Something is missing at the end" + (wanted.isEmpty ? "" : ": \(wanted)"), token.range)
    }
    let lowered = token.text.lowercased()
    let remedy =
      Self.keywords.contains(lowered) && lowered != token.text
      ? "; write \(lowered)" : wanted.isEmpty ? "" : ", but \(wanted)"
    return FilterError("\"\(HarmlessText.escaped(token.text))\" was not expected here" + remedy, token.range)
  }

  /// Takes a word or symbol if it is next.
  mutating func take(_ words: String...) -> Bool {
    let isNext = words.contains { token.isSymbol($0) || token.isWord($0) }
    if isNext { advance() }
    return isNext
  }

  mutating func expect(_ symbol: String) throws(FilterError) {
    guard take(symbol) else { throw unexpected("\"\(symbol)\"") }
  }

  /// Goes one level deeper, within reason.
  mutating func nested<Result>(_ body: (inout Self) throws(FilterError) -> Result) throws(FilterError) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw FilterError("This is nested too deeply", token.range) }
    return try body(&self)
  }

  /// Conditions in a row, joined by one of `words`.
  private mutating func row(
    _ words: String, _ symbol: String, _ join: (FilterExpression, FilterExpression) -> FilterExpression,
    _ part: (inout Self) throws(FilterError) -> FilterExpression
  ) throws(FilterError) -> FilterExpression {
    var left = try part(&self)
    var count = 1
    while take(words, symbol) {
      count += 1
      guard count <= Self.longest else { throw FilterError("There are too many conditions", token.range) }
      left = join(left, try part(&self))
    }
    return left
  }

  private mutating func disjunction() throws(FilterError) -> FilterExpression {
    try row("or", "||", FilterExpression.or) { (parser) throws(FilterError) in try parser.exclusion() }
  }

  private mutating func exclusion() throws(FilterError) -> FilterExpression {
    try row("xor", "^^", FilterExpression.xor) { (parser) throws(FilterError) in try parser.conjunction() }
  }

  private mutating func conjunction() throws(FilterError) -> FilterExpression {
    try row("and", "&&", FilterExpression.and) { (parser) throws(FilterError) in try parser.negation() }
  }

  private mutating func negation() throws(FilterError) -> FilterExpression {
    if take("!", "not") {
      return .not(try nested { (parser) throws(FilterError) in try parser.negation() })
    }
    if take("(") {
      let inner = try nested { (parser) throws(FilterError) in try parser.disjunction() }
      try expect(")")
      return inner
    }
    return try relation()
  }
}
