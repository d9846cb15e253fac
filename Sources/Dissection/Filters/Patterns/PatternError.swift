/// Why a pattern cannot be used.
struct PatternError: Error, Hashable {
  var message: String
}
