public import LinkConditions

/// The conditions that are verified if no profile is named. Each kind of condition is alone, at the values for which
/// the bounds are made.
public enum StandardConditions {
  /// A table like those in users' files: two paths, of which every fourth packet takes the longer one.
  public static let twoWays = DelayTable(
    name: "two ways", entries: (0..<1024).map { Int16(($0 < 768 ? -6144 : 8192) + $0 % 256 * 16) })

  public static var all: [VerificationCase] {
    delays + jitters + rates + losses + others
  }

  private static var delays: [VerificationCase] {
    [VerificationCase("delay 100 ms", DirectionConditions(delay: .milliseconds(100)), of: [.uplink, .downlink])]
  }

  private static var jitters: [VerificationCase] {
    let tables = ["normal", "pareto", "paretonormal"].map { ($0, DelayTable.named($0)) } + [("a table file", twoWays)]
    let spreads =
      [("uniform", DelayDistribution.uniform)] + tables.compactMap { name, table in table.map { (name, .table($0)) } }
    return spreads.map { name, spread in
      var conditions = DirectionConditions(delay: .milliseconds(60), jitter: .milliseconds(20))
      conditions.distribution = spread
      return VerificationCase("jitter 20 ms, \(name)", conditions)
    }
  }

  private static var rates: [VerificationCase] {
    [Bandwidth.kilobits(32), .megabits(1), .megabits(100), .megabits(1000)].map {
      VerificationCase(
        QuantityText.text(of: $0), DirectionConditions(bandwidth: $0, queue: .time(.milliseconds(400))),
        of: [.uplink, .downlink])
    }
  }

  private static var losses: [VerificationCase] {
    let models: [(String, LossModel)] = [
      ("loss 1 %", .random(chance(1))),
      ("loss 10 %, correlation 25 %", .random(chance(10, correlation: 25))),
      ("loss 10 %, exact correlation 25 %", .random(chance(10, correlation: 25, isExact: true))),
      (
        "loss by Gilbert-Elliott",
        .gilbertElliott(
          .init(toBad: percent(1), toGood: percent(20), lossInBad: percent(70), lossInGood: percent(0.1)))
      ),
      (
        "loss by four states",
        .fourState(.init(p13: percent(1), p31: percent(30), p32: percent(20), p23: percent(40), p14: percent(0.5)))
      ),
    ]
    return models.map { VerificationCase($0, DirectionConditions(loss: $1)) }
  }

  private static var others: [VerificationCase] {
    var twice = DirectionConditions.clean
    twice.duplicate = chance(5)
    var flipped = DirectionConditions.clean
    flipped.corrupt = chance(2)
    var overtaking = DirectionConditions(delay: .milliseconds(20))
    overtaking.reorder = Reordering(chance(25))
    let full = DirectionConditions(bandwidth: .megabits(10), delay: .milliseconds(10), queue: .packets(100))
    return [
      VerificationCase("duplicate 5 %", twice), VerificationCase("corrupt 2 %", flipped),
      VerificationCase("reorder 25 %", overtaking), VerificationCase("queue 100 packets", full),
    ]
  }

  private static func percent(_ value: Double) -> Probability { Probability(percent: value) ?? .always }

  private static func chance(
    _ value: Double, correlation: Double = 0, isExact: Bool = false
  ) -> CorrelatedProbability {
    CorrelatedProbability(percent(value), correlation: percent(correlation), isExact: isExact)
  }
}
