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
      guard let values = source.values(fields, frame) else { return false }
      if case .slice = source { return values.contains { $0.octets?.isEmpty == false } }
      return values.contains { !$0.isZero }
    case .compare(let relation, let quantifier, let left, let right):
      guard let first = left.values(fields, frame), let second = right.values(fields, frame) else { return false }
      return FilterComparison(relation: relation, prefix: right.prefix ?? left.prefix).holds(quantifier, first, second)
    case .matches(let quantifier, let source, let pattern):
      guard let values = source.values(fields, frame) else { return false }
      let fits: (FilterScalar) -> Bool = { $0.octets.map(pattern.matches) ?? false }
      return quantifier == .all ? values.allSatisfy(fits) : values.contains(where: fits)
    case .member(let quantifier, let source, let members):
      guard let values = source.values(fields, frame) else { return false }
      // One member must contain all values; it is not enough that each value is in some member.
      return members.contains { member in Self.has(member, values, quantifier, fields, frame) }
    }
  }

  private static func has<Fields: FilterFields>(
    _ member: (lower: FilterSource, upper: FilterSource?), _ values: [FilterScalar], _ quantifier: FilterQuantifier?,
    _ fields: Fields, _ frame: Span<UInt8>
  ) -> Bool {
    guard let lower = member.lower.values(fields, frame) else { return false }
    guard let end = member.upper else {
      return FilterComparison(relation: .equal, prefix: member.lower.prefix).holds(quantifier, values, lower)
    }
    guard let upper = end.values(fields, frame) else { return false }
    let isIn: (FilterScalar) -> Bool = { value in
      FilterComparison(relation: .greaterOrEqual, prefix: member.lower.prefix).holds(nil, [value], lower)
        && FilterComparison(relation: .lessOrEqual, prefix: end.prefix).holds(nil, [value], upper)
    }
    return quantifier == .all ? values.allSatisfy(isIn) : values.contains(where: isIn)
  }
}
