import LinkConditions

/// How much to measure, and thus how long it takes.
public enum VerificationEffort: Sendable {
  /// As much as the bounds need: 100,000 packets for a probability, 10,000 for a distribution.
  case thorough
  /// A fifth of that.
  case quick

  private var isQuick: Bool { self == .quick }

  /// The number of packets for a probability.
  var fates: Int { isQuick ? 20_000 : 100_000 }
  /// The number of packets for a distribution.
  var delays: Int { isQuick ? 2_000 : 10_000 }
  /// The number of packets for a delay without jitter.
  var trips: Int { isQuick ? 150 : 400 }
  /// The longest time for which one step may send.
  var longest: LinkDuration { isQuick ? .seconds(3) : .seconds(8) }
  /// How long to measure a bandwidth, unless its packets take longer.
  var rate: LinkDuration { isQuick ? .milliseconds(800) : .milliseconds(1_200) }
  /// The longest time that a queue may take to fill and drain.
  var longestQueue: LinkDuration { isQuick ? .seconds(2) : .seconds(20) }
}
