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
