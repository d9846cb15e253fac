// Comparisons, sets, and what is only asked to be there.

extension FilterParser {
  private static let relations: [String: FilterRelation] = [
    "==": .equal, "eq": .equal, "any_eq": .equal, "!=": .notEqual, "ne": .notEqual, "all_ne": .notEqual,
    "===": .allEqual, "all_eq": .allEqual, "!==": .anyNotEqual, "~=": .anyNotEqual, "any_ne": .anyNotEqual,
    ">": .greater, "gt": .greater, ">=": .greaterOrEqual, "ge": .greaterOrEqual, "<": .less, "lt": .less,
    "<=": .lessOrEqual, "le": .lessOrEqual, "contains": .contains, "matches": .matches, "~": .matches,
  ]

  /// The words that cannot be values.
  static let keywords: Set<String> = Set(relations.keys.filter { $0.first?.isLetter == true }).union([
    "and", "or", "xor", "not", "in", "any", "all", "bitwise_and",
  ])

  private var nextRelation: FilterRelation? {
    switch token.kind {
    case .symbol, .word: Self.relations[token.text]
    default: nil
    }
  }

  /// `a == b`, `a in {...}`, `a < b < c`, or something whose existence is asked for.
  mutating func relation() throws(FilterError) -> FilterExpression {
    let quantifier: FilterQuantifier? = take("any") ? .any : take("all") ? .all : nil
    let first = try operand()
    let isNegated = (token.isWord("not") || token.isSymbol("!")) && nextToken.isWord("in")
    if isNegated || token.isWord("in") {
      return try membership(of: first, quantifier)
    }
    if let relation = nextRelation, relation == .contains || relation == .matches {
      return try containment(relation, first, quantifier)
    }
    var left = first
    var result: FilterExpression?
    var count = 0
    while let relation = nextRelation {
      let range = token.range
      guard relation != .contains, relation != .matches else { throw unexpected() }
      count += 1
      guard count <= 1000 else { throw FilterError("There are too many comparisons in a row", range) }
      advance()
      let right = try operand()
      let step = FilterExpression.compare(relation, quantifier, left, right, range)
      result = result.map { .and($0, step) } ?? step
      left = right
    }
    if let result { return result }
    guard quantifier == nil else { throw unexpected("any and all need a comparison") }
    return .exists(first)
  }

  private mutating func containment(
    _ relation: FilterRelation, _ left: FilterOperand, _ quantifier: FilterQuantifier?
  ) throws(FilterError) -> FilterExpression {
    let range = token.range
    guard left.isEntity else { throw unexpected("the left side must be a field, slice or function") }
    advance()
    return .compare(relation, quantifier, left, try entity(), range)
  }

  private mutating func membership(of operand: FilterOperand, _ quantifier: FilterQuantifier?) throws(FilterError)
    -> FilterExpression
  {
    guard operand.isEntity else { throw unexpected("only a field can be in a set") }
    let isNegated = take("not", "!")
    try expect("in")
    let member = FilterExpression.member(operand, try members(), quantifier)
    return isNegated ? .not(member) : member
  }

  private mutating func members() throws(FilterError) -> [FilterRange] {
    guard take("{") else { throw unexpected("a set in braces: {80, 443}") }
    var members: [FilterRange] = []
    repeat {
      let lower = try signedEntity()
      members.append(FilterRange(lower: lower, upper: take("..") ? try signedEntity() : nil))
      guard members.count <= 10_000 else { throw FilterError("There are too many members", token.range) }
    } while take(",")
    guard take("}") else { throw unexpected("a comma or \"}\"") }
    return members
  }
}
