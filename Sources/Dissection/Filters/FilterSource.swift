import Wire

/// Where the values of one side of a comparison come from.
indirect enum FilterSource: Sendable {
  case field(FieldID, [FilterSlice])
  case constant(FilterLiteral.Constant)
  case slice(FilterSource, [FilterSlice])
  case call(FilterFunction, [FilterSource])
  case arithmetic(FilterArithmetic, FilterSource, FilterSource)
  case negate(FilterSource)

  /// The length of the network prefix of a constant that has one.
  var prefix: Int? {
    if case .constant(let constant) = self { constant.prefix } else { nil }
  }

  func values<Fields: FilterFields>(_ fields: Fields, _ frame: Span<UInt8>) -> [FilterScalar] {
    switch self {
    case .field(let field, let layers):
      var values: [FilterScalar] = []
      fields.append(field, layers: layers, frame, to: &values)
      return values
    case .constant(let constant): return [constant.value]
    case .slice(let source, let slices):
      return source.values(fields, frame).compactMap { $0.octets.flatMap { Self.cut($0, slices) } }
    case .call(let function, let arguments): return call(function, arguments, fields, frame)
    case .arithmetic(let operation, let left, let right):
      let second = right.values(fields, frame)
      return left.values(fields, frame).flatMap { first in
        second.compactMap { Self.compute(operation, first, $0) }
      }
    case .negate(let source):
      return source.values(fields, frame).compactMap { Self.compute(.subtract, .unsigned(0), $0) }
    }
  }

  /// The bytes of all slices together; nil where one reaches outside.
  private static func cut(_ bytes: [UInt8], _ slices: [FilterSlice]) -> FilterScalar? {
    var result: [UInt8] = []
    for slice in slices {
      guard let range = slice.range(of: bytes.count) else { return nil }
      result += bytes[range]
    }
    return .bytes(result)
  }

  private func call<Fields: FilterFields>(
    _ function: FilterFunction, _ arguments: [FilterSource], _ fields: Fields, _ frame: Span<UInt8>
  ) -> [FilterScalar] {
    guard let first = arguments.first else { return [] }
    switch function {
    case .count:
      guard case .field(let field, let layers) = first else { return [] }
      let count = fields.count(field, layers: layers, frame)
      return count == 0 ? [] : [.unsigned(UInt64(count))]
    case .len: return first.values(fields, frame).compactMap { $0.octets.map { .unsigned(UInt64($0.count)) } }
    case .lower: return first.values(fields, frame).map { Self.mapped($0) { $0.lowercased() } }
    case .upper: return first.values(fields, frame).map { Self.mapped($0) { $0.uppercased() } }
    case .string: return first.values(fields, frame).map { .string($0.text) }
    case .abs: return first.values(fields, frame).compactMap(Self.magnitude)
    case .min, .max:
      let all = arguments.flatMap { $0.values(fields, frame) }
      return all.reduce(nil) { (best: FilterScalar?, next) in
        guard let best else { return next }
        let isLess = (next.order(best) ?? 0) < 0
        return isLess == (function == .min) ? next : best
      }.map { [$0] } ?? []
    }
  }

  private static func mapped(_ value: FilterScalar, _ change: (String) -> String) -> FilterScalar {
    if case .string(let text) = value { .string(change(text)) } else { value }
  }

  private static func magnitude(_ value: FilterScalar) -> FilterScalar? {
    switch value {
    case .signed(let number): .unsigned(number.magnitude)
    case .double(let number): .double(number.magnitude)
    case .relativeTime(let number): number == .min ? nil : .relativeTime(Swift.abs(number))
    default: value
    }
  }

  /// Nil where there is no result: a division by zero, or one that no 64 bits hold.
  private static func compute(_ operation: FilterArithmetic, _ left: FilterScalar, _ right: FilterScalar)
    -> FilterScalar?
  {
    if case .double(let first) = left, case .double(let second) = right { return compute(operation, first, second) }
    guard let first = left.integer, let second = right.integer else { return nil }
    let result: (Int64, Bool)
    switch operation {
    case .add: result = first.addingReportingOverflow(second)
    case .subtract: result = first.subtractingReportingOverflow(second)
    case .multiply: result = first.multipliedReportingOverflow(by: second)
    case .divide: result = second == 0 ? (0, true) : first.dividedReportingOverflow(by: second)
    case .remainder: result = second == 0 ? (0, true) : first.remainderReportingOverflow(dividingBy: second)
    case .bitAnd: result = (first & second, false)
    }
    guard !result.1 else { return nil }
    if case .relativeTime = left { return .relativeTime(result.0) }
    return result.0 < 0 ? .signed(result.0) : .unsigned(UInt64(result.0))
  }

  private static func compute(_ operation: FilterArithmetic, _ left: Double, _ right: Double) -> FilterScalar? {
    switch operation {
    case .add: .double(left + right)
    case .subtract: .double(left - right)
    case .multiply: .double(left * right)
    case .divide: right == 0 ? nil : .double(left / right)
    case .remainder, .bitAnd: nil
    }
  }
}

extension FilterScalar {
  /// The number that it is, if 64 bits with a sign hold it; a few bytes count as a number too.
  fileprivate var integer: Int64? {
    switch self {
    case .unsigned(let value): Int64(exactly: value)
    case .signed(let value): value
    case .relativeTime(let value): value
    case .boolean(let value): value ? 1 : 0
    case .bytes(let bytes): bytes.count <= 7 ? bytes.reduce(0) { $0 << 8 | Int64($1) } : nil
    default: nil
    }
  }

  /// As text, for `string()`.
  fileprivate var text: String {
    switch self {
    case .present: ""
    case .boolean(let value): value ? "True" : "False"
    case .unsigned(let value): String(value)
    case .signed(let value): String(value)
    case .double(let value): FieldText.double(value)
    case .string(let value): value
    case .bytes(let value): TextFormat.hex(value, separator: ":")
    case .ipv4(let value): IPv4Address(rawValue: value).description
    case .ipv6(let value): value.description
    case .ethernet(let value): MACAddress(rawValue: value).description
    case .absoluteTime(let value): CivilTime(nanoseconds: value).text
    case .relativeTime(let value): TextFormat.seconds(value)
    }
  }
}
