import Statistics

/// The state of a simulated client.
struct Client: Sendable {
  /// What a client does when its time comes.
  enum Next: UInt8, Sendable {
    /// It begins a use.
    case use
    /// It tries again.
    case attempt
    /// Its request reaches the service.
    case arrival
  }

  var random: SplitMix64
  /// When it does its next thing, in seconds since the beginning of the outage.
  var wake: Double
  /// When its uses begin, modulo the period.
  let phase: Double
  /// When its attempt began.
  var began = 0.0
  /// Its last pause, for policies that go on from it.
  var pause = 0.0
  /// How long the answer takes that it waits for, without the service's queue.
  var answer = 0.0
  /// How many attempts of this use have failed.
  var failures = 0
  /// Whether the last one of them was answered, with 503.
  var wasAnswered = false
  var next = Next.use
  /// Whether it is in a use.
  var isBusy = false
  /// Whether it has a connection.
  var isConnected = false
  /// Whether an attempt has failed since it was last served.
  var isTroubled = false

  init(_ number: Int, _ plan: HerdPlan) {
    random = SplitMix64(seed: plan.seed, stream: UInt64(number))
    phase = random.unit() * plan.period - plan.lead
    wake = phase
  }

  /// Waits for the time of its next use after a time.
  mutating func rest(after time: Double, _ period: Double) {
    next = .use
    wake = phase + ((time - phase) / period).rounded(.down) * period + period
    // Rounding must not lead back to the same time.
    if wake <= time { wake += period }
  }
}
