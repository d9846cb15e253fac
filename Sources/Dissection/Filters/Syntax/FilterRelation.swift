/// How two operands are compared.
enum FilterRelation: Hashable {
  /// Any pair is equal.
  case equal
  /// All pairs differ.
  case notEqual
  /// All pairs are equal.
  case allEqual
  /// Any pair differs.
  case anyNotEqual
  case greater, greaterOrEqual, less, lessOrEqual, contains, matches
}
