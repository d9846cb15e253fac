import LinkConditions
import Statistics
import VirtualLink

/// Checks how long the packets of a probe took.
struct DelayChecks {
  let asked: AskedConditions
  let direction: LinkDirection
  let control: VerificationReport.Control
  let isDNSQuery: Bool

  /// The bounds of the error of a delay in ms, for the median and the 99th percentile. Twice the control's value
  /// applies if it is larger.
  private static let bounds = (median: 0.05, p99: 0.25)
  private static let significance = 0.01

  /// The one-way delays in ms of each packet's first arrival, without packets that overtook.
  static func delays(_ record: ProbeRecord, above least: Double) -> [Double] {
    var hasArrived = [Bool](repeating: false, count: record.sent.count)
    var delays: [Double] = []
    for arrival in record.arrivals where record.sent.indices.contains(arrival.number) && !hasArrived[arrival.number] {
      hasArrived[arrival.number] = true
      let delay = Double(arrival.time - record.sent[arrival.number]) / 1e6
      if delay >= least { delays.append(delay) }
    }
    return delays
  }

  func checks(_ record: ProbeRecord) -> [VerificationCheck] {
    let conditions = asked.conditions
    let fixed = conditions.delay + asked.sending(ipLength: record.ipLength) + (isDNSQuery ? conditions.dnsDelay : .zero)
    let least = (fixed.milliseconds - asked.spread.below.milliseconds) / 2
    let quantiles = Quantiles(Self.delays(record, above: conditions.reorder == nil ? -.infinity : least))
    guard conditions.jitter > .zero else { return fixedChecks(quantiles, fixed.milliseconds) }
    return [spreadCheck(quantiles, fixed.milliseconds)]
  }

  private func fixedChecks(_ delays: Quantiles, _ fixed: Double) -> [VerificationCheck] {
    let figures: [(VerificationCheck.Quantity, Double, Double)] = [
      (isDNSQuery ? .nameDelayMedian : .delayMedian, delays.median, max(Self.bounds.median, 2 * control.delayMedian)),
      (isDNSQuery ? .nameDelayP99 : .delayP99, delays[0.99], max(Self.bounds.p99, 2 * control.delayP99)),
    ]
    return figures.map { quantity, got, bound in
      VerificationCheck(
        quantity: quantity, direction: direction.name, asked: "\(fixed.decimal(3)) ms", got: "\(got.decimal(3)) ms",
        error: "\((got - fixed).decimal(3)) ms", bound: "\(bound.decimal(3)) ms", askedValue: fixed, gotValue: got,
        errorValue: got - fixed, boundValue: bound, isWithin: abs(got - fixed) <= bound, packets: delays.sorted.count,
        plot: quantity == .delayMedian || quantity == .nameDelayMedian ? plot(delays, [fixed, fixed]) : nil)
    }
  }

  private func spreadCheck(_ delays: Quantiles, _ fixed: Double) -> VerificationCheck {
    let jitter = asked.conditions.jitter.milliseconds
    let (test, atoms, name): (KolmogorovSmirnov, [Double], String)
    switch asked.conditions.distribution {
    case .uniform:
      test = KolmogorovSmirnov(sorted: delays.sorted, evenlyBetween: fixed - jitter, and: fixed + jitter)
      (atoms, name) = ((0...200).map { max(0, fixed + jitter * (Double($0) / 100 - 1)) }, "uniform")
    case .table(let table):
      // A packet with a negative delay leaves at once.
      let values = table.entries.map { max(0, fixed + Double($0) / Double(DelayTable.scale) * jitter) }.sorted()
      test = KolmogorovSmirnov(sorted: delays.sorted, atoms: values)
      (atoms, name) = (values, table.name)
    }
    let independent = KolmogorovSmirnov(distance: test.distance, count: Int(Double(test.count) / repetition))
    let bound = independent.criticalDistance(at: Self.significance)
    return VerificationCheck(
      quantity: isDNSQuery ? .nameJitter : .jitter, direction: direction.name,
      asked: "\(name), \(fixed.decimal(3)) ms ± \(jitter.decimal(3)) ms",
      got: "median \(delays.median.decimal(3)) ms", error: "distance \(test.distance.decimal(4))",
      bound: "\(bound.decimal(4))", askedValue: 0, gotValue: test.distance, errorValue: test.distance,
      boundValue: bound, isWithin: test.count >= 20 && test.distance <= bound, packets: test.count,
      note: "Kolmogorov-Smirnov at 1 %: p = \(independent.probability.decimal(3))", plot: plot(delays, atoms))
  }

  /// How many values count as one independent value.
  private var repetition: Double {
    guard asked.conditions.delayCorrelationIsExact else { return 1 }
    let weight = min(0.999, asked.conditions.delayCorrelation.percent / 100)
    return (1 + weight) / (1 - weight)
  }

  private func plot(_ delays: Quantiles, _ atoms: [Double]) -> VerificationPlot {
    VerificationPlot(
      title: "One-way delay, \(direction.name)", xLabel: "ms", yLabel: "share of packets",
      asked: .cumulative("asked", sorted: atoms), measured: .cumulative("measured", sorted: delays.sorted))
  }
}

extension LinkDirection {
  var name: String { self == .uplink ? "uplink" : "downlink" }
}
