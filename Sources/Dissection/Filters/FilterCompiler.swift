import Wire

/// Checks what a filter says against the table of fields, and compiles it.
struct FilterCompiler {
  private var program = FilterProgram()

  static func compile(_ expression: FilterExpression) throws(FilterError) -> FilterProgram {
    var compiler = FilterCompiler()
    try compiler.add(expression)
    return compiler.program
  }

  private mutating func add(_ expression: FilterExpression) throws(FilterError) {
    switch expression {
    case .exists(let operand): try addExistence(operand)
    case .compare(let relation, let quantifier, let left, let right, let range):
      try addComparison(relation, quantifier, left, right, range)
    case .member(let operand, let ranges, let quantifier): try addMembership(operand, ranges, quantifier)
    case .not(let inner):
      try add(inner)
      program.code.append(.not)
    case .and(let left, let right): try addBranch(left, right) { .skipIfFalse($0) }
    case .or(let left, let right): try addBranch(left, right) { .skipIfTrue($0) }
    case .xor(let left, let right):
      try add(left)
      program.code.append(.keep)
      try add(right)
      program.code.append(.xor)
    }
  }

  private mutating func addBranch(
    _ left: FilterExpression, _ right: FilterExpression, _ branch: (Int) -> FilterProgram.Instruction
  ) throws(FilterError) {
    try add(left)
    let place = program.code.count
    program.code.append(branch(0))
    try add(right)
    program.code[place] = branch(program.code.count)
  }

  private mutating func addTest(_ test: FilterTest) {
    program.code.append(.test(program.tests.count))
    program.tests.append(test)
  }

  private mutating func addExistence(_ operand: FilterOperand) throws(FilterError) {
    switch operand.kind {
    case .field(let field, let layers):
      use(field, layers)
      addTest(.exists(.field(field, layers)))
    case .literal(let token):
      throw token.kind == .word
        ? FilterParser.unknownField(token)
        : FilterError("A value alone says nothing; compare a field with it", operand.range)
    case .slice, .arithmetic, .call, .negate:
      guard let type = try type(of: operand) else {
        throw FilterError("There is no field in this", operand.range)
      }
      addTest(.exists(try source(operand, type, nil)))
    }
  }

  private mutating func addComparison(
    _ relation: FilterRelation, _ quantifier: FilterQuantifier?, _ left: FilterOperand, _ right: FilterOperand,
    _ range: Range<Int>
  ) throws(FilterError) {
    if relation == .matches { return try addPattern(quantifier, left, right) }
    let (first, second) = (try type(of: left), try type(of: right))
    guard let type = first ?? second else {
      throw unknown(left) ?? FilterError("Two constants are compared; one side must be a field", range)
    }
    if relation == .contains {
      guard let first, first.hasBytes, first != .ipv4 else {
        throw FilterError("\(first?.name ?? "A constant") cannot contain anything", left.range)
      }
      let target: FilterType = first == .string ? .string : .bytes
      if let second, !second.hasBytes { throw FilterError("\(second.name) has no bytes to be looked for", right.range) }
      return addTest(
        .compare(relation, quantifier, try source(left, first, nil), try source(right, second ?? target, nil)))
    }
    if let first, let second, !first.isComparable(with: second) {
      throw FilterError("\(first.name) cannot be compared with \(second.name)", range)
    }
    guard type != .presence else {
      let field = first == nil ? right : left
      throw FilterError("This has no value; ask only whether it is there", field.range)
    }
    let field = field(of: left) ?? field(of: right)
    let isComputed = first == nil ? isArithmetic(right) : isArithmetic(left)
    let known = isComputed ? nil : field
    addTest(
      .compare(relation, quantifier, try source(left, first ?? type, known), try source(right, second ?? type, known)))
  }

  private func isArithmetic(_ operand: FilterOperand) -> Bool {
    switch operand.kind {
    case .arithmetic, .call, .slice, .negate: true
    case .field, .literal: false
    }
  }

  /// The error for a word that stands where a field should.
  private func unknown(_ operand: FilterOperand) -> FilterError? {
    guard case .literal(let token) = operand.kind, token.kind == .word,
      token.text.first?.isLetter == true || token.text.first == "_"
    else { return nil }
    return FilterParser.unknownField(token)
  }

  private mutating func addPattern(_ quantifier: FilterQuantifier?, _ left: FilterOperand, _ right: FilterOperand)
    throws(FilterError)
  {
    guard let type = try type(of: left) else {
      throw unknown(left) ?? FilterError("Only a field can be matched with a pattern", left.range)
    }
    guard type == .string || type == .bytes || type == .ethernet else {
      throw FilterError("\(type.name) cannot be matched with a pattern", left.range)
    }
    guard case .literal(let token) = right.kind, case .string(let bytes) = token.kind else {
      throw FilterError("A pattern needs double quotes", right.range)
    }
    let pattern: BytePattern
    do {
      pattern = try BytePattern(bytes)
    } catch {
      throw FilterError("The pattern cannot be used: \(error.message)", right.range)
    }
    addTest(.matches(quantifier, try source(left, type, nil), pattern))
  }

  private mutating func addMembership(
    _ operand: FilterOperand, _ ranges: [FilterRange], _ quantifier: FilterQuantifier?
  ) throws(FilterError) {
    guard let type = try type(of: operand) else {
      throw unknown(operand) ?? FilterError("Only a field can be in a set", operand.range)
    }
    guard type != .presence else { throw FilterError("This has no value; ask only whether it is there", operand.range) }
    let field = isArithmetic(operand) ? nil : field(of: operand)
    var members: [(lower: FilterSource, upper: FilterSource?)] = []
    for range in ranges {
      for side in [range.lower, range.upper].compactMap({ $0 }) {
        if let other = try self.type(of: side), !type.isComparable(with: other) {
          throw FilterError("\(type.name) cannot be compared with \(other.name)", side.range)
        }
      }
      let upper = range.upper
      let lower = try source(range.lower, type, field)
      if let upper {
        members.append((lower, try source(upper, type, field)))
      } else {
        members.append((lower, nil))
      }
    }
    addTest(.member(quantifier, try source(operand, type, field), members))
  }

  private mutating func use(_ field: FieldID, _ layers: [FilterSlice]) {
    program.fields.insert(field)
    guard !layers.isEmpty else { return }
    program.needsTree = true
    if let owner = FieldTable.owner(of: field) { program.fields.insert(owner) }
  }

  private func field(of operand: FilterOperand) -> Field? {
    if case .field(let field, _) = operand.kind { FieldTable[field] } else { nil }
  }

  /// The type of an operand; nil for one that takes the type of what it is compared with.
  private func type(of operand: FilterOperand) throws(FilterError) -> FilterType? {
    switch operand.kind {
    case .field(let field, _): return FieldTable[field].type.kind
    case .literal: return nil
    case .slice(let inner, _):
      guard let type = try type(of: inner) else {
        throw unknown(inner) ?? FilterError("Only a field can be sliced", inner.range)
      }
      guard type.hasBytes else { throw FilterError("\(type.name) cannot be sliced", inner.range) }
      return .bytes
    case .call(let function, let arguments): return try type(of: function, arguments)
    case .arithmetic(_, let left, let right):
      let (first, second) = (try type(of: left), try type(of: right))
      guard let type = first ?? second else { return nil }
      if type == .bytes { return .unsigned }
      guard type.isNumber else { throw FilterError("\(type.name) cannot be calculated with", operand.range) }
      return type == .signed ? .unsigned : type
    case .negate(let inner):
      guard let type = try type(of: inner) else { return nil }
      guard type.isNumber else { throw FilterError("\(type.name) cannot be negated", operand.range) }
      return type
    }
  }

  private func type(of function: FilterFunction, _ arguments: [FilterOperand]) throws(FilterError) -> FilterType? {
    var types: [FilterType] = []
    for argument in arguments {
      guard let type = try type(of: argument) else {
        if function == .min || function == .max { continue }
        throw unknown(argument) ?? FilterError("\(function.rawValue)() takes a field", argument.range)
      }
      types.append(type)
    }
    guard let type = types.first, let argument = arguments.first else { return nil }
    switch function {
    case .count:
      guard case .field = argument.kind else { throw FilterError("count() takes a field", argument.range) }
      return .unsigned
    case .len:
      guard type.hasBytes else { throw FilterError("\(type.name) has no length", argument.range) }
      return .unsigned
    case .lower, .upper:
      guard type == .string else { throw FilterError("\(function.rawValue)() takes a text", argument.range) }
      return .string
    case .string: return .string
    case .abs, .min, .max:
      guard type.isNumber else { throw FilterError("\(function.rawValue)() takes numbers", argument.range) }
      return type
    }
  }

  private mutating func source(_ operand: FilterOperand, _ type: FilterType, _ field: Field?) throws(FilterError)
    -> FilterSource
  {
    switch operand.kind {
    case .field(let id, let layers):
      use(id, layers)
      if FieldTable[id].type == .protocol { program.needsTree = true }
      return .field(id, layers)
    case .literal(let token): return .constant(try FilterLiteral.constant(token, as: type, field: field))
    case .slice(let inner, let slices): return .slice(try source(inner, .bytes, nil), slices)
    case .call(let function, let arguments):
      let inner = try self.type(of: function, arguments) ?? type
      var sources: [FilterSource] = []
      for argument in arguments { sources.append(try source(argument, inner, nil)) }
      return .call(function, sources)
    case .arithmetic(let operation, let left, let right):
      return .arithmetic(operation, try source(left, type, nil), try source(right, type, nil))
    case .negate(let inner): return .negate(try source(inner, type, nil))
    }
  }
}
