import Wire

/// One question about a packet.
enum FilterTest: Sendable {
  case exists(FilterSource)
  case compare(FilterRelation, FilterQuantifier?, FilterSource, FilterSource)
  case matches(FilterQuantifier?, FilterSource, BytePattern)
  case member(FilterQuantifier?, FilterSource, [(lower: FilterSource, upper: FilterSource?)])

  func holds<Fields: FilterFields>(_ fields: Fields, _ frame: Span<UInt8>) -> Bool {
    switch self {
    case .exists(.field(let field, let layers)): return fields.count(field, layers: layers, frame) > 0
    case .exists(let source):
      let values = source.values(fields, frame)
      if case .arithmetic = source { return values.contains { !$0.isZero } }
      return !values.isEmpty
    case .compare(let relation, let quantifier, let left, let right):
      let first = left.values(fields, frame)
      guard !first.isEmpty else { return false }
      let second = right.values(fields, frame)
      guard !second.isEmpty else { return false }
      return Self.compare(relation, quantifier, first, second, prefix: right.prefix ?? left.prefix)
    case .matches(let quantifier, let source, let pattern):
      let values = source.values(fields, frame)
      let fits: (FilterScalar) -> Bool = { $0.octets.map(pattern.matches) ?? false }
      return quantifier == .all ? !values.isEmpty && values.allSatisfy(fits) : values.contains(where: fits)
    case .member(let quantifier, let source, let ranges):
      let values = source.values(fields, frame)
      var found = 0
      for value in values where Self.isIn(value, ranges, fields, frame) { found += 1 }
      return quantifier == .all ? found == values.count && found > 0 : found > 0
    }
  }

  private static func isIn<Fields: FilterFields>(
    _ value: FilterScalar, _ ranges: [(lower: FilterSource, upper: FilterSource?)], _ fields: Fields,
    _ frame: Span<UInt8>
  ) -> Bool {
    for range in ranges {
      let lower = range.lower.values(fields, frame)
      guard let upper = range.upper?.values(fields, frame) else {
        if compare(.equal, nil, [value], lower, prefix: range.lower.prefix) { return true }
        continue
      }
      if compare(.greaterOrEqual, nil, [value], lower, prefix: nil),
        compare(.lessOrEqual, nil, [value], upper, prefix: nil)
      {
        return true
      }
    }
    return false
  }

  private static func compare(
    _ relation: FilterRelation, _ quantifier: FilterQuantifier?, _ left: [FilterScalar], _ right: [FilterScalar],
    prefix: Int?
  ) -> Bool {
    let isAll = quantifier == .all || (quantifier == nil && (relation == .notEqual || relation == .allEqual))
    for first in left {
      for second in right {
        let fits = fits(relation, first, second, prefix)
        if fits != isAll { return fits }
      }
    }
    return isAll
  }

  private static func fits(
    _ relation: FilterRelation, _ left: FilterScalar, _ right: FilterScalar, _ prefix: Int?
  ) -> Bool {
    if relation == .contains {
      guard let row = left.octets, let part = right.octets else { return false }
      return ByteSearch.contains(row, part)
    }
    let order = prefix.map { left.masked($0).order(right.masked($0)) } ?? left.order(right)
    guard let order else { return false }
    switch relation {
    case .equal, .allEqual: return order == 0
    case .notEqual, .anyNotEqual: return order != 0
    case .greater: return order > 0
    case .greaterOrEqual: return order >= 0
    case .less: return order < 0
    case .lessOrEqual: return order <= 0
    case .contains, .matches: return false
    }
  }
}

extension FilterScalar {
  /// An address without the bits after a network prefix.
  fileprivate func masked(_ prefix: Int) -> FilterScalar {
    switch self {
    case .ipv4(let value): .ipv4(prefix == 0 ? 0 : value & ~UInt32(0) << UInt32(32 - prefix))
    case .ipv6(let value):
      .ipv6(
        IPv6Address(
          high: prefix == 0 ? 0 : value.high & (prefix >= 64 ? .max : ~UInt64(0) << UInt64(64 - prefix)),
          low: prefix <= 64 ? 0 : value.low & ~UInt64(0) << UInt64(128 - prefix)))
    default: self
    }
  }
}

/// Finding bytes in bytes.
enum ByteSearch {
  static func contains(_ row: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard part.count <= row.count else { return false }
    for start in 0...(row.count - part.count) where row[start] == first {
      var length = 1
      while length < part.count, row[start + length] == part[length] { length += 1 }
      if length == part.count { return true }
    }
    return false
  }
}
