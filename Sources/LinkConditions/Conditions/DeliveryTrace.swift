/// A recording of when a link could deliver: each instant is an opportunity to deliver 1500 bytes, and unused is lost.
///
/// The format and its meaning are mahimahi's (`mm-link`): one instant a line, in milliseconds from the start, in
/// ascending order; the same instant as often as so many packets fit into it. After the last the trace starts again.
public struct DeliveryTrace: Hashable, Sendable {
  /// How many bytes one opportunity delivers.
  public static let bytesPerOpportunity = 1500
  /// The most opportunities that are read: more than an hour at 30 Mbps.
  public static let maximumCount = 10_000_000

  /// What a profile calls it: a shipped trace's name, or the path of a file.
  public let name: String
  /// When the opportunities are, in milliseconds from the trace's start; ascending, at least one.
  public let opportunities: [UInt32]

  /// A trace of the given opportunities; nil if there are none or too many, if they go back, or if all are at 0 ms.
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
