// What type the operands of a filter have, and where their values come from.

extension FilterCompiler {
  /// The type of an operand.
  ///
  /// - Parameter other: the type of what it is compared with, which literals take; nil on the left side.
  func type(of operand: FilterOperand, with other: FieldType?) throws(FilterError) -> FieldType {
    switch operand.kind {
    case .field(let field, _), .reference(let field): return FieldTable[field].type
    case .literal(let token): return try type(ofLiteral: token, operand, with: other)
    case .slice(let inner, _): return try type(ofSlice: inner, with: other)
    case .call(let function, let arguments): return try type(of: function, arguments, operand, with: other)
    case .negate(let inner):
      let type = try type(of: inner, with: other)
      guard type.canNegate else { throw FilterError("\(type.described) cannot be negated", operand.range) }
      return type
    case .arithmetic(let operation, let left, let right):
      let first = try type(of: left, with: other)
      guard first.canDo(operation) else { throw Self.cannot(first, operation, left) }
      let second = try type(of: right, with: first)
      guard second.canDo(operation) else { throw Self.cannot(second, operation, right) }
      guard first.isComparable(with: second) else {
        throw FilterError("\(first.described) cannot be calculated with \(second.described)", operand.range)
      }
      return first
    }
  }

  private static func cannot(_ type: FieldType, _ operation: FilterArithmetic, _ operand: FilterOperand)
    -> FilterError
  {
    FilterError("\(type.described) knows no \(operation.rawValue)", operand.range)
  }

  private func type(ofLiteral token: FilterToken, _ operand: FilterOperand, with other: FieldType?)
    throws(FilterError) -> FieldType
  {
    guard token.kind == .word || token.kind == .literal else {
      throw FilterError("This is nothing to calculate with", operand.range)
    }
    guard let other else {
      if token.isName { throw FilterParser.unknownField(token) }
      throw FilterError("A calculation on the left side must begin with a field", operand.range)
    }
    return other
  }

  private func type(ofSlice inner: FilterOperand, with other: FieldType?) throws(FilterError) -> FieldType {
    switch inner.kind {
    case .literal(let token):
      if token.isName { throw FilterParser.unknownField(token) }
      throw FilterError("Only fields, functions and slices can be sliced", inner.range)
    case .reference: throw FilterError("Only fields, functions and slices can be sliced", inner.range)
    default: break
    }
    let type = try type(of: inner, with: other)
    guard type.canSlice else { throw FilterError("\(type.described) cannot be sliced", inner.range) }
    return .bytes
  }

  private func type(
    of function: FilterFunction, _ arguments: [FilterOperand], _ call: FilterOperand, with other: FieldType?
  ) throws(FilterError) -> FieldType {
    guard let argument = arguments.first else { return .none }
    switch function {
    case .min, .max: return try type(ofChoice: function, arguments, with: other)
    case .abs:
      switch argument.kind {
      case .slice, .reference: throw FilterError("abs() takes numbers", argument.range)
      default: break
      }
      let type = try type(of: argument, with: other)
      guard type.canBeNegative else { throw FilterError("abs() takes numbers", argument.range) }
      return type
    case .len, .count, .lower, .upper, .string:
      guard case .field(let id, _) = argument.kind else {
        if case .literal(let token) = argument.kind, token.isName { throw FilterParser.unknownField(token) }
        throw FilterError("\(function.rawValue)() takes a field", argument.range)
      }
      return try type(of: function, FieldTable[id].type, argument)
    }
  }

  private func type(of function: FilterFunction, _ type: FieldType, _ argument: FilterOperand) throws(FilterError)
    -> FieldType
  {
    switch function {
    case .lower, .upper:
      guard type.kind == .string else { throw FilterError("\(function.rawValue)() takes a text", argument.range) }
      return .string
    case .string:
      guard type.hasText else { throw FilterError("string() takes numbers and addresses", argument.range) }
      return .string
    default: return .uint32
    }
  }

  /// `min()` and `max()` choose among values of one type.
  private func type(ofChoice function: FilterFunction, _ arguments: [FilterOperand], with other: FieldType?)
    throws(FilterError) -> FieldType
  {
    var result: FieldType?
    for argument in arguments {
      switch argument.kind {
      case .slice: throw FilterError("\(function.rawValue)() takes no slices", argument.range)
      case .literal where result == nil && other == nil:
        throw FilterError("\(function.rawValue)() needs a field first", argument.range)
      default: break
      }
      let type = try type(of: argument, with: result ?? other)
      guard type.kind != .presence else { throw FilterError("This has no value to be compared", argument.range) }
      guard result == nil || result == type else {
        throw FilterError("All that \(function.rawValue)() is given must be of one type", argument.range)
      }
      result = type
    }
    return result ?? .none
  }

  /// Where the values come from of an operand whose type was found to be right.
  mutating func source(_ operand: FilterOperand, _ type: FieldType, _ field: Field?) throws(FilterError)
    -> FilterSource
  {
    switch operand.kind {
    case .field(let id, let layers):
      use(id, layers)
      noteProtocol(FieldTable[id])
      return .field(id, layers)
    case .reference: return .nothing
    case .literal(let token): return .constant(try FilterLiteral.constant(token, as: type, field: field))
    case .slice(let inner, let slices):
      return .slice(try source(inner, try self.type(of: inner, with: type), nil), slices)
    case .call(let function, let arguments):
      let inner = try self.type(of: arguments[0], with: type)
      var sources: [FilterSource] = []
      for argument in arguments { sources.append(try source(argument, inner, nil)) }
      let length = function == .len ? inner.fixedLength : 0
      return .call(function, sources, length: length)
    case .arithmetic(let operation, let left, let right):
      let first = try self.type(of: left, with: type)
      return .arithmetic(operation, try source(left, first, nil), try source(right, first, nil), isWide: first.isWide)
    case .negate(let inner): return try negated(inner, type)
    }
  }

  private mutating func negated(_ inner: FilterOperand, _ type: FieldType) throws(FilterError) -> FilterSource {
    let value = try source(inner, type, nil)
    if case .constant(let constant) = value, case .unsigned(let number) = constant.value,
      number > (type.isWide ? UInt64(Int64.max) : UInt64(Int32.max))
    {
      throw FilterError("This is too big to be negated", inner.range)
    }
    return .negate(value, isWide: type.isWide)
  }
}
