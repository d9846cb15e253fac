/// How delays spread around their middle.
public enum DelayDistribution: Hashable, Sendable {
  /// Evenly from `delay - jitter` to `delay + jitter`.
  case uniform
  /// By a table of which each packet draws one entry.
  case table(DelayTable)
}
