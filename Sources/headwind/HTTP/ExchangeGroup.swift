import Exchanges
import Statistics

/// The exchanges of one group, in numbers.
struct ExchangeGroup {
  private(set) var count = 0
  private(set) var failed = 0
  private(set) var bytes: Int64 = 0
  private var waits: [Int64] = []
  /// How many totals there were, of which `waits` are a random sample when they are too many.
  private var seen = 0
  private var generator = SplitMix64(seed: 1)

  /// - Parameter limit: the most totals that are kept.
  mutating func add(_ exchange: HTTPExchange, limit: Int) {
    count += 1
    if exchange.isFailed { failed += 1 }
    bytes &+= exchange.response?.wireLength ?? 0
    guard let total = exchange.total else { return }
    seen += 1
    guard waits.count >= limit else { return waits.append(total) }
    // Each total has the same chance to be in the sample (Vitter, Algorithm R).
    let place = Int(generator.next() % UInt64(seen))
    if waits.indices.contains(place) { waits[place] = total }
  }

  var isSampled: Bool { seen > waits.count }

  /// The totals at these parts of all, by nearest rank; empty if there are none.
  func percentiles(_ parts: [Double]) -> [Int64] {
    let sorted = waits.sorted()
    guard !sorted.isEmpty else { return [] }
    return parts.map { sorted[min(sorted.count - 1, max(0, Int((Double(sorted.count) * $0).rounded(.up)) - 1))] }
  }
}
