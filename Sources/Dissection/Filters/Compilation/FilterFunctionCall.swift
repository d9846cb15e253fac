/// What functions make of values.
struct FilterFunctionCall {
  var function: FilterFunction
  /// What `len()` says of values that are no rows of bytes.
  var length: Int

  /// - Parameter arguments: the values of each, nil where a field is not there.
  func values(of arguments: [[FilterScalar]?]) -> [FilterScalar]? {
    if function == .min || function == .max { return extreme(arguments.flatMap { $0 ?? [] }).map { [$0] } }
    guard let first = arguments.first ?? nil, !first.isEmpty else { return nil }
    switch function {
    case .count: return [.unsigned(UInt64(first.count))]
    case .len: return first.map { .unsigned(UInt64(Self.row($0)?.count ?? length)) }
    case .lower: return first.map { Self.mapped($0, from: "A"..."Z") { $0 | 0x20 } }
    case .upper: return first.map { Self.mapped($0, from: "a"..."z") { $0 & ~0x20 } }
    case .string: return first.map { .string(Array($0.text.utf8)) }
    case .abs: return first.compactMap(Self.magnitude)
    case .min, .max: return nil
    }
  }

  private static func row(_ value: FilterScalar) -> [UInt8]? {
    switch value {
    case .bytes(let bytes), .string(let bytes): bytes
    default: nil
    }
  }

  private func extreme(_ values: [FilterScalar]) -> FilterScalar? {
    guard var best = values.first else { return nil }
    for value in values.dropFirst() {
      let order = value.order(best) ?? 0
      if function == .min ? order < 0 : order > 0 { best = value }
    }
    return best
  }

  /// Only letters of ASCII have another case.
  private static func mapped(
    _ value: FilterScalar, from letters: ClosedRange<Unicode.Scalar>, _ change: (UInt8) -> UInt8
  ) -> FilterScalar {
    guard case .string(let bytes) = value else { return value }
    return .string(bytes.map { letters.contains(Unicode.Scalar($0)) ? change($0) : $0 })
  }

  private static func magnitude(_ value: FilterScalar) -> FilterScalar? {
    switch value {
    case .signed(let number): .signed(number == .min ? .max : Swift.abs(number))
    case .double(let number): .double(number.magnitude)
    case .relativeTime(let number): number == .min ? nil : .relativeTime(Swift.abs(number))
    default: value
    }
  }
}
