/// How many of a field's values must fit.
enum FilterQuantifier: Hashable {
  case any, all
}
