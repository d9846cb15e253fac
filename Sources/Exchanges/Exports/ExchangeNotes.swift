/// What is known of an exchange besides itself.
struct ExchangeNotes {
  var timings: ExchangeTimings
  /// Which attempt at the same request it is, from 1.
  var attempts: Int
  /// What went wrong, in words; empty if nothing did.
  var trouble: String
}
