/// One member of `{ ... }`: a value, or all from one to another.
struct FilterRange {
  var lower: FilterOperand
  var upper: FilterOperand?
}
