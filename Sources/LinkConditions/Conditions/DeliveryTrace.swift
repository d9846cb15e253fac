/// A recording of when a link could deliver. Each instant is an opportunity to deliver 1500 bytes; an unused one is
/// lost.
///
/// The format and its meaning are those of mahimahi (`mm-link`): one instant per line, in milliseconds from the start,
/// in ascending order. An instant occurs as often as packets fit into it. After the last instant the trace starts
/// again.
public struct DeliveryTrace: Hashable, Sendable {
  /// How many bytes one opportunity delivers.
  public static let bytesPerOpportunity = 1500
  /// The limit on opportunities: more than an hour at 30 Mbps.
  public static let maximumCount = 10_000_000

  /// Its name in a profile: that of a shipped trace, or the path of a file.
  public let name: String
  /// When the opportunities are, in milliseconds from the trace's start; ascending, at least one.
  public let opportunities: [UInt32]

  /// A trace with these opportunities; nil if there are none or too many, if they are not in order, or if all are at 0
  /// ms.
  public init?(name: String, opportunities: [UInt32]) {
    guard let last = opportunities.last, last > 0, opportunities.count <= Self.maximumCount,
      zip(opportunities, opportunities.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return nil }
    self.name = name
    self.opportunities = opportunities
  }

  /// How long one round takes.
  public var duration: LinkDuration { .milliseconds(Int64(opportunities[opportunities.count - 1])) }

  /// What the trace delivers on average.
  public var averageBandwidth: Bandwidth {
    let bits = UInt64(opportunities.count) * UInt64(Self.bytesPerOpportunity) * 8
    return Bandwidth(bitsPerSecond: bits * 1000 / UInt64(opportunities[opportunities.count - 1]))
  }
}
