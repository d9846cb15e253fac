/// What a display filter says, with the place of each part.
indirect enum FilterExpression {
  case exists(FilterOperand)
  case compare(FilterRelation, FilterQuantifier?, FilterOperand, FilterOperand, Range<Int>)
  case member(FilterOperand, [FilterRange], FilterQuantifier?)
  case not(FilterExpression)
  case and(FilterExpression, FilterExpression)
  case or(FilterExpression, FilterExpression)
  case xor(FilterExpression, FilterExpression)
}

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

/// How many of a field's values must fit.
enum FilterQuantifier: Hashable {
  case any, all
}

/// One member of `{ ... }`: a value, or all from one to another.
struct FilterRange {
  var lower: FilterOperand
  var upper: FilterOperand?
}

/// One side of a comparison.
struct FilterOperand {
  indirect enum Kind {
    /// `ip.src`, in the given layers of its protocol if any (`ip.src#2`).
    case field(FieldID, [FilterSlice])
    /// `${ip.src}`: the field of the packet that is selected, which there is only in Wireshark's window.
    case reference(FieldID)
    case literal(FilterToken)
    case slice(FilterOperand, [FilterSlice])
    case call(FilterFunction, [FilterOperand])
    case arithmetic(FilterArithmetic, FilterOperand, FilterOperand)
    case negate(FilterOperand)
  }

  var kind: Kind
  var range: Range<Int>
  /// Whether it is one thing, which is all that `contains`, `matches` and `in` take.
  var isEntity = true
}

enum FilterArithmetic: String, Hashable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case bitAnd = "&"
}

/// What can be done to a value first.
enum FilterFunction: String, Hashable, CaseIterable {
  case len, count, lower, upper, string, abs, min, max
}
