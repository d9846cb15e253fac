/// What is counted while clients are simulated.
struct Tally: Sendable, Equatable {
  /// Per bin, by the place of the kind of event.
  private var counts: [[Int32]]
  /// Per bin: how many more clients have no service at its end than at its beginning.
  private(set) var troubled: [Int32]
  /// Per bin: requests that an overloaded service answered with 503, and requests whose client left before the answer.
  private(set) var shed: [Int32]
  private(set) var abandoned: [Int32]
  /// Uses that began, that succeeded, and that failed.
  var begun = 0
  var succeeded = 0
  var failed = 0
  /// Clients that were in a use when the simulation ended.
  var pending = 0

  private let lead: Double
  private let scale: Double

  init(_ plan: HerdPlan) {
    let zeros = [Int32](repeating: 0, count: plan.binCount)
    counts = [[Int32]](repeating: zeros, count: WireEvent.Kind.allCases.count)
    (troubled, shed, abandoned) = (zeros, zeros, zeros)
    (lead, scale) = (plan.lead, 1 / plan.bin)
  }

  /// The bin of a time; nil after the end.
  private func bin(_ time: Double) -> Int? {
    let place = Int((time + lead) * scale)
    return place < troubled.count ? max(place, 0) : nil
  }

  /// How many events of a kind there were in each bin.
  subscript(kind: WireEvent.Kind) -> [Int32] { counts[kind.index] }

  mutating func note(_ kind: WireEvent.Kind, at time: Double) {
    if let bin = bin(time) { counts[kind.index][bin] &+= 1 }
  }

  mutating func noteTrouble(_ change: Int32, at time: Double) {
    if let bin = bin(time) { troubled[bin] &+= change }
  }

  mutating func noteShed(at time: Double) {
    if let bin = bin(time) { shed[bin] &+= 1 }
  }

  mutating func noteAbandoned(at time: Double) {
    if let bin = bin(time) { abandoned[bin] &+= 1 }
  }

  /// Adds what was counted for other clients.
  mutating func add(_ other: Tally) {
    for kind in counts.indices { Self.add(other.counts[kind], to: &counts[kind]) }
    Self.add(other.troubled, to: &troubled)
    Self.add(other.shed, to: &shed)
    Self.add(other.abandoned, to: &abandoned)
    begun += other.begun
    succeeded += other.succeeded
    failed += other.failed
    pending += other.pending
  }

  private static func add(_ values: [Int32], to sums: inout [Int32]) {
    for index in sums.indices { sums[index] &+= values[index] }
  }
}
