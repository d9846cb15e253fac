import Wire

/// Calculations with the values of fields.
enum FilterCalculation {
  /// Nil where there is no result: a division by zero, or one that the type cannot hold.
  static func result(_ operation: FilterArithmetic, _ left: FilterScalar, _ right: FilterScalar, isWide: Bool)
    -> FilterScalar?
  {
    switch (left, right) {
    case (.double(let first), .double(let second)): return result(operation, first, second)
    case (.relativeTime(let first), .relativeTime(let second)):
      let (sum, overflow) =
        operation == .add ? first.addingReportingOverflow(second) : first.subtractingReportingOverflow(second)
      return overflow ? nil : .relativeTime(sum)
    case (.ipv4(let first), .ipv4(let second)): return .ipv4(first & second)
    case (.ipv6(let first), .ipv6(let second)):
      return .ipv6(IPv6Address(high: first.high & second.high, low: first.low & second.low))
    default: break
    }
    if let first = left.octets, let second = right.octets { return .bytes(zip(first, second).map { $0 & $1 }) }
    return result(operation, left, right).flatMap { fitting($0, isWide: isWide) }
  }

  static func negated(_ value: FilterScalar, isWide: Bool) -> FilterScalar? {
    switch value {
    case .double(let number): return .double(-number)
    case .relativeTime(let number): return number == .min ? nil : .relativeTime(-number)
    case .unsigned(let number):
      return number > (isWide ? UInt64(Int64.max) : UInt64(Int32.max)) ? nil : .signed(-Int64(number))
    case .signed(let number): return number == .min ? nil : .signed(-number)
    default: return nil
    }
  }

  /// Integers, 64 bits wide: unsigned ones as long as nothing is negative.
  private static func result(_ operation: FilterArithmetic, _ left: FilterScalar, _ right: FilterScalar)
    -> FilterScalar?
  {
    if case .unsigned(let first) = left, case .unsigned(let second) = right {
      if operation == .subtract, second > first {
        guard let first = Int64(exactly: first), let second = Int64(exactly: second) else { return nil }
        return .signed(first - second)
      }
      return result(operation, first, second).map { .unsigned($0) }
    }
    guard let first = left.signedInteger, let second = right.signedInteger else { return nil }
    return result(operation, first, second).map { .signed($0) }
  }

  private static func result<Number: FixedWidthInteger>(
    _ operation: FilterArithmetic, _ first: Number, _ second: Number
  ) -> Number? {
    let result: (Number, Bool)
    switch operation {
    case .add: result = first.addingReportingOverflow(second)
    case .subtract: result = first.subtractingReportingOverflow(second)
    case .multiply: result = first.multipliedReportingOverflow(by: second)
    case .divide: result = second == 0 ? (0, true) : first.dividedReportingOverflow(by: second)
    case .remainder: result = second == 0 ? (0, true) : first.remainderReportingOverflow(dividingBy: second)
    case .bitAnd: result = (first & second, false)
    }
    return result.1 ? nil : result.0
  }

  private static func result(_ operation: FilterArithmetic, _ first: Double, _ second: Double) -> FilterScalar? {
    switch operation {
    case .add: .double(first + second)
    case .subtract: .double(first - second)
    case .multiply: .double(first * second)
    case .divide: .double(first / second)
    case .remainder, .bitAnd: nil
    }
  }

  /// Fields of up to 32 bits are calculated with in 32 bits.
  private static func fitting(_ value: FilterScalar, isWide: Bool) -> FilterScalar? {
    guard !isWide else { return value }
    switch value {
    case .unsigned(let number): return number <= UInt64(UInt32.max) ? value : nil
    case .signed(let number): return Int32(exactly: number) == nil ? nil : value
    default: return value
    }
  }
}

extension FilterScalar {
  /// The number that it is, if 64 bits with a sign hold it.
  fileprivate var signedInteger: Int64? {
    switch self {
    case .unsigned(let value): Int64(exactly: value)
    case .signed(let value): value
    case .boolean(let value): value ? 1 : 0
    default: nil
    }
  }
}
