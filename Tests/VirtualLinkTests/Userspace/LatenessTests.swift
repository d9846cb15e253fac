import LinkConditions
import TestSupport
import Testing

@testable import VirtualLink

/// How late departures were.
@Suite struct LatenessTests {
  /// A percentile is that of the sorted values, or too large by an eighth at most.
  @Test(arguments: UInt64(1)...20) func percentilesAreThoseOfTheValues(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var lateness = Lateness()
    var parts = (Lateness(), Lateness())
    var values: [Int64] = []
    for _ in 0..<(1 + random.below(500)) {
      let value = Int64(1) << Int64(random.below(44)) + Int64(random.below(1000))
      values.append(value)
      lateness.record(LinkDuration(nanoseconds: value))
      if random.chance(50) {
        parts.0.record(LinkDuration(nanoseconds: value))
      } else {
        parts.1.record(LinkDuration(nanoseconds: value))
      }
    }
    values.sort()
    #expect(parts.0 + parts.1 == lateness)
    #expect(lateness.count == values.count && lateness.worst.nanoseconds == values.last)
    for share in [0.01, 0.5, 0.9, 0.99, 1] {
      let exact = values[max(0, Int((Double(values.count) * share).rounded(.up)) - 1)]
      let found = lateness.percentile(share).nanoseconds
      // All that is earlier than a microsecond is one step, and so is all that is later than half an hour.
      #expect(found >= min(exact, 1 << 40) && found <= max(1023, exact + exact / 8), "\(share) of \(values.count)")
    }
  }

  @Test func whatIsEarlyIsPunctual() {
    var lateness = Lateness()
    #expect(lateness.percentile(0.99) == .zero && !lateness.exceeds(Lateness.tolerance))
    lateness.record(LinkDuration(nanoseconds: -5))
    #expect(lateness.count == 1 && lateness.percentile(0.99) == .zero)
  }

  @Test func oneInAHundredThatIsLateIsExcessive() {
    var lateness = Lateness()
    lateness.record(.milliseconds(1), count: 991)
    lateness.record(.milliseconds(40), count: 9)
    #expect(!lateness.exceeds(Lateness.tolerance))
    lateness.record(.milliseconds(40), count: 2)
    #expect(lateness.exceeds(Lateness.tolerance))
    var statistics = LinkStatistics()
    #expect(statistics.shortfall() == nil)
    statistics.downlink.lateness = lateness
    statistics.uplink.overruns = 3
    #expect(
      statistics.shortfall()
        == "uplink 3 packets lost before the link saw them; downlink departures 40 ms late at p99, 40 ms at worst")
    #expect(statistics.shortfall(beyond: .milliseconds(50)) == "uplink 3 packets lost before the link saw them")
  }

  @Test func thePressureIsTheKernelsOwnCount() {
    let text = "some avg10=1.50 avg60=0.00 avg300=0.00 total=123456\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=7\n"
    #expect(ProcessorPressure.total(in: text) == 123_456)
    #expect(ProcessorPressure.total(in: "full total=3") == nil && ProcessorPressure.total(in: "some total=x") == nil)
  }
}
