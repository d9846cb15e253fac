/// Checks what a filter says against the table of fields, and compiles it.
struct FilterCompiler {
  var program = FilterProgram()

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
    case .literal(let token): throw Self.noField(token)
    case .call(let function, _):
      throw FilterError("The result of \(function.rawValue)() must be compared with something", operand.range)
    case .reference: throw FilterError("A reference must be compared with something", operand.range)
    case .slice, .arithmetic, .negate:
      let type = try type(of: operand, with: nil)
      addTest(.exists(try source(operand, type, nil)))
    }
  }

  private static func noField(_ token: FilterToken) -> FilterError {
    token.kind == .word
      ? FilterParser.unknownField(token)
      : FilterError("A value alone says nothing; compare a field with it", token.range)
  }

  /// The error for a left side that is no field, slice or function.
  private func leftError(_ operand: FilterOperand) -> FilterError? {
    guard case .literal(let token) = operand.kind else { return nil }
    if token.isName { return FilterParser.unknownField(token) }
    return FilterError("The left side must be a field, slice or function; values go to the right", operand.range)
  }

  private mutating func addComparison(
    _ relation: FilterRelation, _ quantifier: FilterQuantifier?, _ left: FilterOperand, _ right: FilterOperand,
    _ range: Range<Int>
  ) throws(FilterError) {
    if let error = leftError(left) { throw error }
    let type = try type(of: left, with: nil)
    if relation == .contains || relation == .matches {
      guard type.canContain else {
        throw FilterError("\(type.described) has nothing that could be looked into", left.range)
      }
    } else if type.kind == .presence {
      throw FilterError("This has no value; ask only whether it is there", left.range)
    }
    if relation == .matches { return try addPattern(quantifier, left, type, right) }
    let sides = try sides(left, type, right, field: named(left), mayBePartial: relation == .contains, range)
    let isInWhole = relation == .contains && sides.type.kind == .protocol
    if isInWhole, case .constant(let constant) = sides.right, constant.value == .bytes([]) {
      // Wireshark finds nothing in protocols where nothing is looked for.
      return addTest(.exists(.nothing))
    }
    addTest(.compare(relation, quantifier, isInWhole ? sides.left.whole : sides.left, sides.right))
  }

  /// Both sides of a comparison, as values of types that fit.
  private mutating func sides(
    _ left: FilterOperand, _ type: FieldType, _ right: FilterOperand, field: Field?, mayBePartial: Bool,
    _ range: Range<Int>
  ) throws(FilterError) -> (left: FilterSource, right: FilterSource, type: FieldType) {
    let isLeftSlice = Self.isSlice(left)
    if case .literal(let token) = right.kind {
      let constant = try FilterLiteral.constant(token, as: type, field: field, mayBePartial: mayBePartial)
      return (try source(left, type, nil), .constant(constant), type)
    }
    let other = try self.type(of: right, with: type)
    let first = try source(left, type, nil)
    let second = try source(right, type, nil)
    if Self.isSlice(right) || isLeftSlice, type.canSlice, other.canSlice {
      // A slice is bytes, and what it is compared with is taken as bytes.
      let isPlain = type.kind == .bytes && other.kind == .bytes
      return isPlain ? (first, second, type) : (.bytes(first), .bytes(second), .bytes)
    }
    guard type.isComparable(with: other) else {
      throw FilterError("\(type.described) cannot be compared with \(other.described)", range)
    }
    if mayBePartial, !other.canContain {
      throw FilterError("\(other.described) has no bytes to be looked for", right.range)
    }
    return (first, second, type)
  }

  private static func isSlice(_ operand: FilterOperand) -> Bool {
    if case .slice = operand.kind { true } else { false }
  }

  /// The field whose names of values the right side may use: the one that stands first on the left.
  private func named(_ operand: FilterOperand) -> Field? {
    switch operand.kind {
    case .field(let field, _), .reference(let field): FieldTable[field]
    case .arithmetic(_, let left, _): named(left)
    case .negate(let inner): named(inner)
    case .literal, .slice, .call: nil
    }
  }

  private mutating func addPattern(
    _ quantifier: FilterQuantifier?, _ left: FilterOperand, _ type: FieldType, _ right: FilterOperand
  ) throws(FilterError) {
    guard case .literal(let token) = right.kind, case .string(let bytes) = token.kind else {
      throw FilterError("A pattern needs double quotes", right.range)
    }
    let pattern: BytePattern
    do {
      pattern = try BytePattern(bytes)
    } catch {
      throw FilterError("The pattern cannot be used: \(error.message)", right.range)
    }
    let source = try source(left, type, nil)
    addTest(.matches(quantifier, type.kind == .protocol ? source.whole : source, pattern))
  }

  private mutating func addMembership(
    _ operand: FilterOperand, _ ranges: [FilterRange], _ quantifier: FilterQuantifier?
  ) throws(FilterError) {
    guard case .field(let id, let layers) = operand.kind else {
      if case .literal(let token) = operand.kind, token.isName { throw FilterParser.unknownField(token) }
      throw FilterError("Only a field can be in a set", operand.range)
    }
    let field = FieldTable[id]
    guard field.type.kind != .presence else {
      throw FilterError("This has no value; ask only whether it is there", operand.range)
    }
    use(id, layers)
    noteProtocol(field)
    var members: [(lower: FilterSource, upper: FilterSource?)] = []
    for range in ranges {
      let lower = try member(range.lower, operand, field)
      if let upper = range.upper {
        members.append((lower, try member(upper, operand, field)))
      } else {
        members.append((lower, nil))
      }
    }
    addTest(.member(quantifier, .field(id, layers), members))
  }

  private mutating func member(_ operand: FilterOperand, _ left: FilterOperand, _ field: Field) throws(FilterError)
    -> FilterSource
  {
    if Self.isSlice(operand) { throw FilterError("A set cannot have slices in it", operand.range) }
    return try sides(left, field.type, operand, field: field, mayBePartial: false, operand.range).right
  }

  mutating func use(_ field: FieldID, _ layers: [FilterSlice]) {
    program.fields.insert(field)
    guard !layers.isEmpty else { return }
    program.needsTree = true
    if let owner = FieldTable.owner(of: field) { program.fields.insert(owner) }
  }

  /// A protocol's bytes are not in the headers alone.
  mutating func noteProtocol(_ field: Field) {
    if field.type == .protocol { program.needsTree = true }
  }
}
