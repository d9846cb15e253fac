enum FilterArithmetic: String, Hashable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case bitAnd = "&"
}
