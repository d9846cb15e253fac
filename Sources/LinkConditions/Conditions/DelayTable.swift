/// A distribution in the form of netem's tables: equally probable deviations, with 8192 per standard deviation.
///
/// Jitter is the standard deviation: an entry of -8192 means `delay - jitter`.
public struct DelayTable: Hashable, Sendable {
  /// The units of an entry that make one standard deviation (`NETEM_DIST_SCALE`).
  public static let scale: Int64 = 8192
  /// The most entries that the kernel takes (`NETEM_DIST_MAX`).
  public static let maximumCount = 16384

  /// Its name in a profile: `normal`, `pareto`, `paretonormal`, or the path of a table file.
  public let name: String
  /// The entries, at least one.
  public let entries: [Int16]

  /// A table with these entries; nil if there are none, or more than the kernel takes.
  public init?(name: String, entries: [Int16]) {
    guard !entries.isEmpty, entries.count <= Self.maximumCount else { return nil }
    self.name = name
    self.entries = entries
  }
}

/// How delays are distributed around their mean.
public enum DelayDistribution: Hashable, Sendable {
  /// Uniformly from `delay - jitter` to `delay + jitter`.
  case uniform
  /// By a table, from which each packet draws one entry.
  case table(DelayTable)
}
