import LinkConditions

/// How much is measured, and so how long it takes.
public enum VerificationEffort: Sendable {
  /// What the bounds need: 100,000 packets for a probability, 10,000 for a distribution.
  case thorough
  /// A fifth of that.
  case quick

  private var isQuick: Bool { self == .quick }

  /// Packets for a probability.
  var fates: Int { isQuick ? 20_000 : 100_000 }
  /// Packets for a distribution.
  var delays: Int { isQuick ? 2_000 : 10_000 }
  /// Packets for a delay without jitter.
  var trips: Int { isQuick ? 150 : 400 }
  /// The longest that one step may send.
  var longest: LinkDuration { isQuick ? .seconds(3) : .seconds(8) }
  /// How long a bandwidth is watched, unless its packets take longer.
  var rate: LinkDuration { isQuick ? .milliseconds(800) : .milliseconds(1_200) }
  /// The longest that a queue may take to be filled and run dry.
  var longestQueue: LinkDuration { isQuick ? .seconds(2) : .seconds(20) }
}
