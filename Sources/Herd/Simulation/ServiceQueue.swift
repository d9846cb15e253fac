/// A service that answers requests in their order, as fast as it can.
struct ServiceQueue: Sendable {
  private let capacity: HerdPlan.Capacity
  /// When all that has arrived is answered.
  private var free = -Double.infinity

  init(_ capacity: HerdPlan.Capacity) { self.capacity = capacity }

  /// Takes a request.
  /// - Returns: when it is answered; nil if it is answered with 503 at once.
  mutating func admit(at time: Double) -> Double? {
    let begin = max(time, free)
    guard begin - time <= capacity.longestWait else { return nil }
    free = begin + 1 / capacity.rate
    return free
  }
}
