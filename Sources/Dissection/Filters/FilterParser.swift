/// Reads a display filter: `or` binds least, then `xor`, `and`, `not`.
struct FilterParser {
  /// How deeply parentheses and operators may nest.
  static let deepest = 60

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

  mutating func advance() { place = min(place + 1, tokens.count - 1) }

  func unexpected(_ wanted: String = "") -> FilterError {
    if token.kind == .end {
      return FilterError("Something is missing at the end" + (wanted.isEmpty ? "" : ": \(wanted)"), token.range)
    }
    return FilterError(
      "\"\(token.text)\" was not expected here" + (wanted.isEmpty ? "" : ", but \(wanted)"), token.range)
  }

  /// Takes a word or symbol if it is next.
  mutating func take(_ words: String...) -> Bool {
    let isNext = words.contains { word in
      token.isSymbol(word) || (token.kind == .word && token.text.lowercased() == word && word.first?.isLetter == true)
    }
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

  private mutating func disjunction() throws(FilterError) -> FilterExpression {
    var left = try exclusion()
    var chain = 0
    while take("||", "or") {
      chain += 1
      guard chain <= 1000 else { throw FilterError("There are too many alternatives", token.range) }
      left = .or(left, try exclusion())
    }
    return left
  }

  private mutating func exclusion() throws(FilterError) -> FilterExpression {
    var left = try conjunction()
    while take("^^", "xor") { left = .xor(left, try conjunction()) }
    return left
  }

  private mutating func conjunction() throws(FilterError) -> FilterExpression {
    var left = try negation()
    var chain = 0
    while take("&&", "and") {
      chain += 1
      guard chain <= 1000 else { throw FilterError("There are too many conditions", token.range) }
      left = .and(left, try negation())
    }
    return left
  }

  private mutating func negation() throws(FilterError) -> FilterExpression {
    if take("!", "not") {
      return .not(try nested { (parser) throws(FilterError) in try parser.negation() })
    }
    if token.isSymbol("(") {
      advance()
      let inner = try nested { (parser) throws(FilterError) in try parser.disjunction() }
      try expect(")")
      return inner
    }
    return try comparison()
  }

  private static let relations: [String: FilterRelation] = [
    "==": .equal, "eq": .equal, "any_eq": .equal, "!=": .notEqual, "ne": .notEqual, "all_ne": .notEqual,
    "===": .allEqual, "all_eq": .allEqual, "!==": .anyNotEqual, "~=": .anyNotEqual, "any_ne": .anyNotEqual,
    ">": .greater, "gt": .greater, ">=": .greaterOrEqual, "ge": .greaterOrEqual, "<": .less, "lt": .less,
    "<=": .lessOrEqual, "le": .lessOrEqual, "contains": .contains, "matches": .matches, "~": .matches,
  ]

  private var relation: FilterRelation? {
    switch token.kind {
    case .symbol(let text): Self.relations[text]
    case .word: Self.relations[token.text.lowercased()]
    default: nil
    }
  }

  private mutating func quantifier() -> FilterQuantifier? {
    guard token.kind == .word, place + 1 < tokens.count, tokens[place + 1].kind == .word else { return nil }
    if take("any") { return .any }
    if take("all") { return .all }
    return nil
  }

  /// `a == b`, `a in {...}`, `a < b < c`, or something whose existence is asked for.
  private mutating func comparison() throws(FilterError) -> FilterExpression {
    let quantifier = quantifier()
    let first = try operand()
    if take("in") { return .member(first, try members(), quantifier) }
    if token.kind == .word, token.text.lowercased() == "not", place + 1 < tokens.count,
      tokens[place + 1].text.lowercased() == "in"
    {
      advance()
      advance()
      return .not(.member(first, try members(), quantifier))
    }
    var left = first
    var result: FilterExpression?
    while let relation {
      let operatorRange = token.range
      advance()
      let right = try operand()
      let step = FilterExpression.compare(relation, quantifier, left, right, operatorRange)
      result = result.map { .and($0, step) } ?? step
      left = right
      // Only comparisons of order and equality can be chained.
      if relation == .contains || relation == .matches, self.relation != nil { throw unexpected() }
    }
    return result ?? .exists(first)
  }

  private mutating func members() throws(FilterError) -> [FilterRange] {
    guard take("{") else { throw unexpected("a set in braces: {80, 443}") }
    var members: [FilterRange] = []
    repeat {
      let lower = try operand()
      members.append(FilterRange(lower: lower, upper: take("..") ? try operand() : nil))
      _ = take(",")
    } while !token.isSymbol("}") && token.kind != .end && members.count < 10_000
    try expect("}")
    return members
  }
}
