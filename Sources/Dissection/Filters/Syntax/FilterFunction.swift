/// What can be done to a value first.
enum FilterFunction: String, Hashable, CaseIterable {
  case len, count, lower, upper, string, abs, min, max
}
