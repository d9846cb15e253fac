/// How the values of two sides are compared.
struct FilterComparison {
  var relation: FilterRelation
  /// The length of the network prefix that counts of addresses.
  var prefix: Int?

  /// Whether any pair fits, or all pairs. Pairs that cannot be compared, such as a number and a negative one, say nothing.
  func holds(_ quantifier: FilterQuantifier?, _ left: [FilterScalar], _ right: [FilterScalar]) -> Bool {
    let isAll = quantifier == .all || (quantifier == nil && (relation == .notEqual || relation == .allEqual))
    for first in left {
      for second in right {
        if let fits = fits(first, second), fits != isAll { return fits }
      }
    }
    return isAll
  }

  private func fits(_ left: FilterScalar, _ right: FilterScalar) -> Bool? {
    if relation == .contains { return Self.contains(left, right) }
    let order = prefix.map { left.masked($0).order(right.masked($0)) } ?? left.order(right)
    guard let order else { return nil }
    switch relation {
    case .equal, .allEqual: return order == 0
    case .notEqual, .anyNotEqual: return order != 0
    case .greater: return order > 0
    case .greaterOrEqual: return order >= 0
    case .less: return order < 0
    case .lessOrEqual: return order <= 0
    case .contains, .matches: return nil
    }
  }

  private static func contains(_ left: FilterScalar, _ right: FilterScalar) -> Bool {
    guard let row = left.octets, let part = right.octets else { return false }
    if part.isEmpty, case .string = left { return false }
    return ByteSearch.contains(row, part)
  }
}
