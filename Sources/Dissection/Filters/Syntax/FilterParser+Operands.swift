import TextOutput

// One side of a comparison: fields, literals, functions, slices, arithmetic.

extension FilterParser {
  /// Anything that has values. `&` binds least, then `+ -`, then `* / %`.
  mutating func operand() throws(FilterError) -> FilterOperand {
    try nested { (parser) throws(FilterError) in
      try parser.row(["&": .bitAnd, "bitwise_and": .bitAnd]) { (parser) throws(FilterError) in
        try parser.row(["+": .add, "-": .subtract]) { (parser) throws(FilterError) in
          try parser.row(["*": .multiply, "/": .divide, "%": .remainder]) { (parser) throws(FilterError) in
            try parser.braced()
          }
        }
      }
    }
  }

  private mutating func row(
    _ operations: [String: FilterArithmetic], _ part: (inout Self) throws(FilterError) -> FilterOperand
  ) throws(FilterError) -> FilterOperand {
    var left = try part(&self)
    var count = 1
    while let operation = operations[token.text], take(token.text) {
      count += 1
      guard count <= 100 else { throw FilterError("There are too many calculations in a row", token.range) }
      let right = try part(&self)
      left = FilterOperand(
        kind: .arithmetic(operation, left, right), range: left.range.lowerBound..<right.range.upperBound,
        isEntity: false)
    }
    return left
  }

  /// Braces group calculations.
  private mutating func braced() throws(FilterError) -> FilterOperand {
    let start = token.range.lowerBound
    guard take("{") else { return try signedEntity() }
    var inner = try operand()
    inner.range = start..<token.range.upperBound
    inner.isEntity = false
    try expect("}")
    return inner
  }

  mutating func signedEntity() throws(FilterError) -> FilterOperand {
    let start = token.range.lowerBound
    if take("-") {
      let inner = try entity()
      return FilterOperand(kind: .negate(inner), range: start..<inner.range.upperBound, isEntity: false)
    }
    guard take("+") else { return try entity() }
    var inner = try entity()
    inner.isEntity = false
    return inner
  }

  /// A field, value, function or reference, and slices of it.
  mutating func entity() throws(FilterError) -> FilterOperand {
    var value = try primary()
    var count = 0
    while token.isSymbol("[") {
      count += 1
      guard count <= 20 else { throw FilterError("There are too many slices of slices", token.range) }
      let (slices, end) = try slices()
      value = FilterOperand(kind: .slice(value, slices), range: value.range.lowerBound..<end)
    }
    return value
  }

  private mutating func primary() throws(FilterError) -> FilterOperand {
    let token = self.token
    switch token.kind {
    case .string, .character, .literal:
      advance()
      return FilterOperand(kind: .literal(token), range: token.range)
    case .word where !Self.keywords.contains(token.text):
      if nextToken.isSymbol("(") { return try call() }
      if let field = try field() { return field }
      return literal()
    case .fieldName:
      guard let field = try field() else { throw Self.unknownField(token) }
      return field
    case .symbol("$"): return try reference()
    case .word, .symbol, .slice, .end: throw unexpected("a field or a value")
    }
  }

  private mutating func literal() -> FilterOperand {
    defer { advance() }
    return FilterOperand(kind: .literal(token), range: token.range)
  }

  /// The names that protocols had before, which are still understood.
  private static let olderNames = ["bootp": "dhcp", "ssl": "tls"]

  static func fieldNamed(_ name: String) -> Field? {
    if let field = FieldTable.field(named: name) { return field }
    let first = String(name.prefix { $0 != "." })
    guard let newer = olderNames[first] else { return nil }
    return FieldTable.field(named: newer + name.dropFirst(first.count))
  }

  private mutating func field() throws(FilterError) -> FilterOperand? {
    let token = self.token
    guard let field = Self.fieldNamed(token.text) else {
      if nextToken.isSymbol("#") { throw Self.unknownField(token) }
      return nil
    }
    advance()
    var operand = FilterOperand(kind: .field(field.id, []), range: token.range)
    guard take("#") else { return operand }
    let (layers, end) = try slices()
    operand = FilterOperand(kind: .field(field.id, layers), range: token.range.lowerBound..<end)
    return operand
  }

  static func unknownField(_ token: FilterToken) -> FilterError {
    FilterError(
      "\"\(HarmlessText.escaped(token.text))\" is not a field that is known", token.range,
      suggestions: FieldTable.suggestions(for: token.text))
  }

  private mutating func reference() throws(FilterError) -> FilterOperand {
    let start = token.range.lowerBound
    try expect("$")
    try expect("{")
    let name = token
    guard let field = try field(), case .field(let id, _) = field.kind else { throw Self.unknownField(name) }
    let end = token.range.upperBound
    try expect("}")
    return FilterOperand(kind: .reference(id), range: start..<end)
  }

  private mutating func call() throws(FilterError) -> FilterOperand {
    let name = token
    guard let function = FilterFunction(rawValue: name.text) else {
      let known = FilterFunction.allCases.map(\.rawValue).joined(separator: ", ")
      throw FilterError("There is no function \"\(name.text)\"; there are \(known)", name.range)
    }
    advance()
    try expect("(")
    var arguments: [FilterOperand] = []
    if !token.isSymbol(")") {
      repeat { arguments.append(try operand()) } while take(",") && arguments.count < 1000
    }
    let end = token.range.upperBound
    try expect(")")
    let takesMany = function == .min || function == .max
    guard arguments.count == 1 || (takesMany && !arguments.isEmpty) else {
      throw FilterError(
        "\(function.rawValue)() takes one \(takesMany ? "value or more" : "field")", name.range.lowerBound..<end)
    }
    return FilterOperand(kind: .call(function, arguments), range: name.range.lowerBound..<end)
  }

  /// What is in square brackets, or the one number of a layer; and where it ends.
  private mutating func slices() throws(FilterError) -> (slices: [FilterSlice], end: Int) {
    let isBracketed = take("[")
    var slices: [FilterSlice] = []
    var end = token.range.upperBound
    repeat {
      guard token.kind == .slice else { throw unexpected("a slice: [i:n], [i-j], [i], [:n] or [i:]") }
      guard let slice = FilterSlice(token.text) else {
        throw FilterError(
          "\"\(HarmlessText.escaped(token.text))\" is no slice; there are [i:n], [i-j], [i], [:n] and [i:]",
          token.range)
      }
      slices.append(slice)
      advance()
    } while isBracketed && take(",")
    guard isBracketed else { return (slices, end) }
    end = token.range.upperBound
    try expect("]")
    return (slices, end)
  }
}
