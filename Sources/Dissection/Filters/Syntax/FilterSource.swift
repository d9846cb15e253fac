import Wire

/// Where the values of one side of a comparison come from.
indirect enum FilterSource: Sendable {
  case field(FieldID, [FilterSlice])
  /// A protocol's bytes up to the end of what it lies in, its payload included.
  case whole(FieldID, [FilterSlice])
  case constant(FilterLiteral.Constant)
  /// What is never there.
  case nothing
  case slice(FilterSource, [FilterSlice])
  /// The bytes that values are made of.
  case bytes(FilterSource)
  /// `length` is what `len()` says of values that are no rows of bytes.
  case call(FilterFunction, [FilterSource], length: Int)
  /// `isWide` says whether more than 32 bits are calculated with.
  case arithmetic(FilterArithmetic, FilterSource, FilterSource, isWide: Bool)
  case negate(FilterSource, isWide: Bool)

  /// The length of the network prefix of a constant that has one.
  var prefix: Int? {
    if case .constant(let constant) = self { constant.prefix } else { nil }
  }

  /// A protocol together with what it carries.
  var whole: FilterSource {
    if case .field(let field, let layers) = self { .whole(field, layers) } else { self }
  }

  /// The values; nil where a field is not there, which makes any comparison false. Calculations without a result leave a
  /// value out.
  func values<Fields: FilterFields>(_ fields: Fields, _ frame: Span<UInt8>) -> [FilterScalar]? {
    switch self {
    case .field(let field, let layers):
      var values: [FilterScalar] = []
      fields.append(field, layers: layers, frame, to: &values)
      return values.isEmpty ? nil : values
    case .whole(let field, let layers):
      var values: [FilterScalar] = []
      fields.appendWhole(field, layers: layers, frame, to: &values)
      return values.isEmpty ? nil : values
    case .constant(let constant): return [constant.value]
    case .nothing: return nil
    case .slice(let source, let slices):
      return source.values(fields, frame)?.map { .bytes(Self.cut($0.octets ?? [], slices)) }
    case .bytes(let source): return source.values(fields, frame)?.map { .bytes($0.octets ?? []) }
    case .call(let function, let arguments, let length):
      return FilterFunctionCall(function: function, length: length).values(
        of: arguments.map { $0.values(fields, frame) })
    case .arithmetic(let operation, let left, let right, let isWide):
      guard let first = left.values(fields, frame), var second = right.values(fields, frame) else { return nil }
      if operation == .bitAnd, let prefix = right.prefix { second = second.map { $0.masked(prefix) } }
      return first.flatMap { value in
        second.compactMap { FilterCalculation.result(operation, value, $0, isWide: isWide) }
      }
    case .negate(let source, let isWide):
      return source.values(fields, frame)?.compactMap { FilterCalculation.negated($0, isWide: isWide) }
    }
  }

  /// The bytes of all slices together, up to the first that reaches outside.
  private static func cut(_ bytes: [UInt8], _ slices: [FilterSlice]) -> [UInt8] {
    var result: [UInt8] = []
    for slice in slices {
      guard let range = slice.range(of: bytes.count) else { break }
      result += bytes[range]
    }
    return result
  }
}
