/// A distribution as netem tables write it: equally probable deviations, 8192 to a standard deviation.
///
/// Jitter is the standard deviation: an entry of -8192 means `delay - jitter`.
public struct DelayTable: Hashable, Sendable {
  /// The units of an entry that make one standard deviation (`NETEM_DIST_SCALE`).
  public static let scale: Int64 = 8192
  /// The most entries that the kernel takes (`NETEM_DIST_MAX`).
  public static let maximumCount = 16384

  /// What a profile calls it: `normal`, `pareto`, `paretonormal`, or the name of a table file.
  public let name: String
  /// The entries, at least one.
  public let entries: [Int16]

  /// A table of the given entries; nil if there are none or more than the kernel takes.
  public init?(name: String, entries: [Int16]) {
    guard !entries.isEmpty, entries.count <= Self.maximumCount else { return nil }
    self.name = name
    self.entries = entries
  }
}
