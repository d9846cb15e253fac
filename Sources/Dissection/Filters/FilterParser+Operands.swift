// One side of a comparison: fields, literals, functions, slices, arithmetic.

extension FilterParser {
  mutating func operand() throws(FilterError) -> FilterOperand {
    try nested { (parser) throws(FilterError) in try parser.sum() }
  }

  private mutating func sum() throws(FilterError) -> FilterOperand {
    var left = try product()
    while true {
      let operation: FilterArithmetic
      if take("+") { operation = .add } else if take("-") { operation = .subtract } else { return left }
      let right = try product()
      left = FilterOperand(
        kind: .arithmetic(operation, left, right), range: left.range.lowerBound..<right.range.upperBound)
    }
  }

  private mutating func product() throws(FilterError) -> FilterOperand {
    var left = try conjunction()
    while true {
      let operation: FilterArithmetic
      if take("*") {
        operation = .multiply
      } else if take("/") {
        operation = .divide
      } else if take("%") {
        operation = .remainder
      } else {
        return left
      }
      let right = try conjunction()
      left = FilterOperand(
        kind: .arithmetic(operation, left, right), range: left.range.lowerBound..<right.range.upperBound)
    }
  }

  private mutating func conjunction() throws(FilterError) -> FilterOperand {
    var left = try sliced()
    while take("&", "bitand", "bitwise_and") {
      let right = try sliced()
      left = FilterOperand(
        kind: .arithmetic(.bitAnd, left, right), range: left.range.lowerBound..<right.range.upperBound)
    }
    return left
  }

  private mutating func sliced() throws(FilterError) -> FilterOperand {
    var value = try primary()
    while token.isSymbol("[") {
      let slices = try slices()
      value = FilterOperand(kind: .slice(value, slices), range: value.range.lowerBound..<token.range.lowerBound)
    }
    return value
  }

  private mutating func primary() throws(FilterError) -> FilterOperand {
    let token = self.token
    switch token.kind {
    case .string, .character:
      advance()
      return FilterOperand(kind: .literal(token), range: token.range)
    case .symbol("{"):
      advance()
      let inner = try operand()
      try expect("}")
      return inner
    case .symbol("-"):
      advance()
      let inner = try nested { (parser) throws(FilterError) in try parser.sliced() }
      return FilterOperand(kind: .negate(inner), range: token.range.lowerBound..<inner.range.upperBound)
    case .symbol("+"):
      advance()
      return try nested { (parser) throws(FilterError) in try parser.sliced() }
    case .word: return try word()
    case .symbol, .end: throw unexpected("a field or a value")
    }
  }

  private mutating func word() throws(FilterError) -> FilterOperand {
    let token = self.token
    advance()
    if self.token.isSymbol("(") { return try call(token) }
    let isForcedField = token.text.hasPrefix(".")
    let name = isForcedField ? String(token.text.dropFirst()) : token.text
    if let field = FieldTable.field(named: name) {
      var layers: [FilterSlice] = []
      if self.token.isSymbol("#") {
        advance()
        layers = try self.layers()
      }
      return FilterOperand(kind: .field(field.id, layers), range: token.range)
    }
    if isForcedField { throw FilterParser.unknownField(token) }
    return FilterOperand(kind: .literal(token), range: token.range)
  }

  static func unknownField(_ token: FilterToken) -> FilterError {
    FilterError(
      "\"\(token.text)\" is not a field that is known", token.range,
      suggestions: FieldTable.suggestions(for: token.text))
  }

  private mutating func call(_ name: FilterToken) throws(FilterError) -> FilterOperand {
    guard let function = FilterFunction(rawValue: name.text.lowercased()) else {
      let known = FilterFunction.allCases.map(\.rawValue).joined(separator: ", ")
      throw FilterError("There is no function \"\(name.text)\"; there are \(known)", name.range)
    }
    advance()
    var arguments: [FilterOperand] = []
    if !token.isSymbol(")") {
      repeat { arguments.append(try operand()) } while take(",")
    }
    let end = token.range.upperBound
    try expect(")")
    let most = function == .min || function == .max ? 16 : 1
    guard (1...most).contains(arguments.count) else {
      throw FilterError(
        "\(function.rawValue)() takes \(most == 1 ? "one field" : "1 to \(most) values")", name.range.lowerBound..<end)
    }
    return FilterOperand(kind: .call(function, arguments), range: name.range.lowerBound..<end)
  }

  /// `#2`, `#[1-3]`: layers count from 1, negative ones from the innermost.
  private mutating func layers() throws(FilterError) -> [FilterSlice] {
    func shift(_ slice: FilterSlice) -> FilterSlice {
      FilterSlice(
        start: slice.start > 0 ? slice.start - 1 : slice.start, count: slice.count,
        last: slice.last.map { $0 > 0 ? $0 - 1 : $0 })
    }
    if token.isSymbol("[") { return try slices().map(shift) }
    guard token.kind == .word, let number = Int(token.text) else { throw unexpected("the number of a layer") }
    advance()
    return [shift(FilterSlice(start: number, count: 1))]
  }

  /// `[i:n]` is n from i on, `[i-j]` is i to j, `[i]` one; `[:n]` and `[i:]` leave one out; commas separate several.
  private mutating func slices() throws(FilterError) -> [FilterSlice] {
    let start = token.range.lowerBound
    try expect("[")
    var text = ""
    while !token.isSymbol("]"), token.kind != .end {
      text += token.text
      advance()
    }
    let range = start..<token.range.upperBound
    try expect("]")
    var slices: [FilterSlice] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let slice = Self.slice(part) else {
        throw FilterError("\"[\(text)]\" is no slice; there are [i:n], [i-j], [i], [:n] and [i:]", range)
      }
      slices.append(slice)
    }
    return slices
  }

  private static func slice(_ text: Substring) -> FilterSlice? {
    if let colon = text.firstIndex(of: ":") {
      let (before, after) = (text[..<colon], text[text.index(after: colon)...])
      guard let start = before.isEmpty ? 0 : number(before) else { return nil }
      if after.isEmpty { return FilterSlice(start: start) }
      guard let count = number(after), count > 0 else { return nil }
      return FilterSlice(start: start, count: count)
    }
    if let dash = text.dropFirst().firstIndex(of: "-") {
      guard let start = number(text[..<dash]), let last = number(text[text.index(after: dash)...]) else { return nil }
      return FilterSlice(start: start, last: last)
    }
    guard let start = number(text) else { return nil }
    return FilterSlice(start: start, last: start)
  }

  private static func number(_ text: Substring) -> Int? {
    guard let value = text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text) else { return nil }
    return value.magnitude <= 1 << 24 ? value : nil
  }
}
